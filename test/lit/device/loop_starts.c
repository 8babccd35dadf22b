// Strength reduction of an innermost loop stays in this loop. Otherwise each unrolled copy of its body has an address of its own in each
// of the loops around it: 1.9 times the registers of the same code without strength reduction, where 1.3 times are enough.
// RUN: %cleave_cc %sm90 -O2 -S %s -o %t.s && grep -o '%%r<[0-9]*>' %t.s | tr -dc '0-9\n' >%t.all
// RUN: %cleave_cc %sm90 -O2 -mllvm -disable-lsr -S %s -o %t.least.s && grep -o '%%r<[0-9]*>' %t.least.s | tr -dc '0-9\n' >%t.least
// RUN: awk 'FNR == NR { all += $1; next } { least += $1 } END { exit !(least > 100 && all < 1.5 * least) }' %t.all %t.least
// Only values that a loop around an innermost loop changes are marked; the code generator removes the marks. Other devices have none.
// RUN: %cleave_cc %sm90 -O2 -S -emit-llvm -DALONE %s -o - | FileCheck %s
// RUN: %cleave_cc %sm90 -O0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE
// RUN: %cleave_cc %host_offload --offload-device-only -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE
// CHECK-LABEL: define {{.*}}widen_l
// CHECK: [[MARKED:%[0-9]+]] = {{.*}}call i32 @llvm.expect.i32(i32 [[VALUE:%[0-9]+]], i32 [[VALUE]])
// CHECK: {{.*}}[[MARKED]]
// CHECK-LABEL: define {{.*}}alone_l
// CHECK-NOT: @llvm.expect
// CHECK: ret void
// NONE: define {{.*}}widen_l
// NONE-NOT: @llvm.expect
// RUN: %cleave_cc %link_sm90 -O2 -DMAIN %s -o %t && %gpu %t | FileCheck %s --check-prefix=SAME
// SAME: 0 of 1600 differ, sum {{[1-9]}}

// The radius of the least square around each point whose values have a sum.
void widen(int n, int m, int most, float enough, const float *x, int *radius) {
#pragma omp target teams distribute parallel for collapse(2) map(to : x[0 : n * m]) map(from : radius[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0;
      int r = 0;
      while (sum < enough && r < most) {
        r++;
        sum = 0;
        for (int p = -r; p <= r; p++)
          for (int q = -r; q <= r; q++)
            if (i >= r && i + r < n && j >= r && j + r < m)
              sum += x[(i + p) * m + j + q];
      }
      radius[i * m + j] = r;
    }
}

#ifdef ALONE
// One thread: the loop is not in another one.
void alone(int n, float *x) {
#pragma omp target map(tofrom : x[0 : n])
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
}
#endif

#ifdef MAIN
#include <stdio.h>

enum { n = 40, m = 40, most = 6 };
static float x[n * m];
static int radius[n * m];

static int radius_of(int i, int j, float enough) {
  float sum = 0;
  int r = 0;
  while (sum < enough && r < most) {
    r++;
    sum = 0;
    for (int p = -r; p <= r; p++)
      for (int q = -r; q <= r; q++)
        if (i >= r && i + r < n && j >= r && j + r < m)
          sum += x[(i + p) * m + j + q];
  }
  return r;
}

int main(void) {
  int wrong = 0, sum = 0;
  for (int k = 0; k < n * m; k++)
    x[k] = k * 7 % 13;
  widen(n, m, most, 200, x, radius);
  for (int k = 0; k < n * m; k++) {
    wrong += radius[k] != radius_of(k / m, k % m, 200);
    sum += radius[k];
  }
  printf("%d of %d differ, sum %d\n", wrong, n * m, sum);
}
#endif
