// A GPU also runs the original region, with one launch, if its split kernels stand in a loop of the host and no iteration is
// expected to take longer that way. The number of iterations does not matter.
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-no-alias=off -O2 %link_sm90 %s -o %t
// RUN: env CLEAVE_SPLIT=auto CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s < %t.log
// RUN: env CLEAVE_SPLIT=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=ALWAYS < %t.log
#include <stdlib.h>

static void again(int times, int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  for (int t = 0; t < times; t++) {
#pragma omp parallel for
    for (int i = t; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = t; i < n; i++)
      b[i] += 2 * a[i];
  }
}

int main(void) {
  enum { MOST = 5000 };
  double *a = calloc(MOST, sizeof *a), *b = calloc(MOST, sizeof *b);
  again(2, 1000, a, b);
  again(50, 1000, a, b);
  again(2, MOST, a, b);
  free(a);
  free(b);
  return 0;
}
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-13]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-14]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-21]] grid
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-19]] grid
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-23]] grid
// CHECK: cuLaunchKernel function={{.*}}again_l[[#@LINE-21]] grid
// CHECK-NOT: cuLaunchKernel
//
// ALWAYS-COUNT-108: cuLaunchKernel function={{.*}}again_l
// ALWAYS-NOT: cuLaunchKernel
