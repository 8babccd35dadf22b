// Loops that wait for memory are unrolled, and the loads of all unrolled iterations come before the first branch. The mark after them is
// assembly without an instruction. Loops whose loads may not move have no mark.
// RUN: %cleave_cc -O2 %sm90 -fplugin-arg-cleave-no-alias=off -fplugin-arg-cleave-map=off -S -emit-llvm %s -o - | FileCheck %s
// RUN: %cleave_cc -O0 %sm90 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE
// RUN: %cleave_cc -O2 %host_offload --offload-device-only -S -emit-llvm %s -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: sideeffect
// CHECK-LABEL: define {{.*}}gather_l
// CHECK: or disjoint i32 %{{[0-9]+}}, 1
// CHECK-NOT: br 
// CHECK: load i32
// CHECK-NOT: br 
// CHECK: load i32
// CHECK-NOT: br 
// CHECK: load i32
// CHECK-NOT: br 
// CHECK: call void asm sideeffect "", "~{memory}"()
// CHECK-LABEL: define {{.*}}lengths_l
// CHECK: load float
// CHECK: br 
// CHECK: load float
// CHECK-NOT: br 
// CHECK: load float
// CHECK-NOT: load float
// CHECK: call void asm sideeffect "", "~{memory}"()
// CHECK-LABEL: define {{.*}}written_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}atomic_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}early_exit_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}shared_flag_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}list_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}unknown_call_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}conditional_l
// CHECK-NOT: sideeffect
// CHECK-LABEL: define {{.*}}mathematics_l
//
// RUN: %cleave_cc -O2 %sm90 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ATTRIBUTES
// Only a function of the mathematical library is known not to depend on the other threads.
// ATTRIBUTES-DAG: declare {{.*}}@__nv_sinf({{.*}}) {{.*}}[[MATHEMATICS:#[0-9]+]]
// ATTRIBUTES-DAG: declare {{.*}}@unknown({{.*}}) {{.*}}[[UNKNOWN:#[0-9]+]]
// ATTRIBUTES-DAG: attributes [[MATHEMATICS]] = { {{(mustprogress )?(nofree )?}}nosync nounwind willreturn memory(none)
// ATTRIBUTES-DAG: attributes [[UNKNOWN]] = { convergent
//
// RUN: %clang -O1 -Wall %host_offload -DMAIN %s -o %t.plain -lm
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 %link_sm90 -DMAIN %s -o %t.gpu -lm
// RUN: %gpu %t.gpu | diff %t.expected -
#include <math.h>

#define REGION _Pragma("omp target teams distribute parallel for map(tofrom : x[0 : 1369], c[0 : 37], y[0 : 1369])")

// Each iteration adds up elements that an array of indices gives, under a condition.
void gather(int n, float *restrict x, int *restrict c, float *restrict y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float e = x[c[k]];
      if (e > 1)
        sum = sinf(sum + e) + i;
    }
    x[n + i] = sum;
  }
}

// Threads have different numbers of iterations: two are executed together.
void lengths(int n, float *restrict x, int *restrict c, float *restrict y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    unsigned left = c[i];
    while (left > 1) {
      float e = x[left];
      if (e > 1)
        sum = sinf(sum + e) + i;
      left -= 2;
    }
    y[i] = sum;
  }
}

// A store of an iteration may change what the next one reads.
void written(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float e = x[i * n + k];
      if (e > 1)
        sum = sinf(sum + e) + i;
      y[i * n + (k + 1) % n] = sum;
    }
  }
}

void atomic(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float e = x[k];
      if (e > 1)
        sum = sinf(sum + e) + i;
#pragma omp atomic seq_cst
      c[0]++;
    }
    y[i] = sum;
  }
}

void early_exit(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float e = x[k];
      if (e > 1)
        sum = sinf(sum + e) + i;
      if (sum > 100)
        break;
    }
    y[i] = sum;
  }
}

void shared_flag(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      int flag = *(volatile int *)c;
      float e = x[k];
      if (e > flag)
        sum = sinf(sum + e) + i;
    }
    y[i] = sum;
  }
}

// The address of an element comes from the iteration before.
void list(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0, at = i; k < n; k++, at = c[at])
      if (x[at] > 1)
        sum = sinf(sum + x[at]) + i;
    y[i] = sum;
  }
}

#pragma omp declare target
float unknown(float);
#pragma omp end declare target

#ifndef MAIN
void unknown_call(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float e = x[k];
      if (e > 1)
        sum = unknown(sum + e) + i;
    }
    y[i] = sum;
  }
}
#endif

// No element is read that the program does not read.
void conditional(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      if ((i ^ k) & 1)
        sum = sinf(sum + x[k * 3]) + i;
    y[i] = sum;
  }
}

void mathematics(int n, float *x, int *c, float *y) {
  REGION
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += sinf(x[k]);
    y[i] = sum > n;
  }
}

#ifdef MAIN
#include <stdio.h>

enum { size = 37 };

int main(void) {
  static float x[size * size], y[size * size];
  static int c[size];
  double total = 0;
  for (int form = 0; form < 8; form++)
    for (int n = 1; n <= 11; n++) {
      for (int k = 0; k < size * size; k++)
        x[k] = (k * 7 + form) % 13 * 0.25f, y[k] = 0.5f;
      for (int k = 0; k < size; k++)
        c[k] = k * 5 % n;
      (form == 0   ? gather
       : form == 1 ? written
       : form == 2 ? atomic
       : form == 3 ? early_exit
       : form == 4 ? shared_flag
       : form == 5 ? list
       : form == 6 ? conditional
                   : lengths)(n, x, c, y);
      for (int k = 0; k < 2 * size; k++)
        total += x[k] * (k % 5 + 1) + y[k] * (k % 7 + 1);
      mathematics(n, x, c, y);
      for (int k = 0; k < n; k++)
        total += y[k];
      printf("%d %d %.2f\n", form, n, total);
    }
}
#endif
