// A split region runs as it is written, with one launch, where that is expected to take no longer: by its iterations, by
// what each of them does, where that is known, and by what is copied around the region.
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-no-alias=off -fplugin-arg-cleave-shared-tiles=off -O2 %link_sm90 %s -o %t
// RUN: env CLEAVE_SPLIT=auto CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s < %t.log
// RUN: env -u CLEAVE_SPLIT CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s < %t.log
// RUN: env CLEAVE_SPLIT=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=ALWAYS < %t.log
// Regions can do with less memory than their arrays have only if they are split.
// RUN: env CLEAVE_SPLIT=auto CLEAVE_DEVICE_MEMORY=1 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=ALWAYS < %t.log
// A profile says what a launch costs on this machine.
// RUN: echo "kernel_launch = 100 us" > %t.profile
// RUN: env CLEAVE_SPLIT=auto CLEAVE_PROFILE=%t.profile CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=SLOW < %t.log
// What is wrong with it is said once, however the regions run.
// RUN: echo "kernel_launch = fast" > %t.profile
// RUN: env CLEAVE_SPLIT=auto CLEAVE_PROFILE=%t.profile OMP_TARGET_OFFLOAD=MANDATORY %simulator %t 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: env CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%t.profile OMP_TARGET_OFFLOAD=MANDATORY %simulator %t 2>&1 | FileCheck %s --check-prefix=WRONG
#include <stdlib.h>

static void little(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 2 * a[i];
  }
}

static void rows(int n, int m, const double *matrix, double *a, double *b) {
#pragma omp target map(to : matrix[0 : n * m]) map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i] += matrix[i * m + j];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        b[i] += a[i] * matrix[i * m + j];
  }
}

// How often its loop is run is not known.
static void halves(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      while (a[i] > 1)
        a[i] /= 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

int main(void) {
  static double matrix[200 * 4000];
  enum { MOST = 1000000 };
  double *a = malloc(MOST * sizeof *a), *b = malloc(MOST * sizeof *b);
  for (int i = 0; i < MOST; i++)
    a[i] = b[i] = 1;
  little(1, a, b);
  little(128, a, b);
  little(129, a, b);
  little(1000, a, b);
  little(5000, a, b);
  little(MOST, a, b);
  rows(128, 128, matrix, a, b);
  rows(165, 165, matrix, a, b);
  rows(200, 200, matrix, a, b);
  rows(129, 4000, matrix, a, b);
  halves(128, a, b);
  halves(129, a, b);
  free(a);
  free(b);
  return 0;
}
// One team for 1, 128, 129 and 1000 iterations of little; not for 5000, nor where much more is copied than launches cost.
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-54]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-55]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-56]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-57]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-64]] grid
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-62]] grid
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-66]] grid
// CHECK: cuLaunchKernel function={{.*}}little_l[[#@LINE-64]] grid
// For 128 and 165 rows; not for 200, nor for 129 long ones.
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-49]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-50]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-59]] grid
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-56]] grid
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-61]] grid
// CHECK: cuLaunchKernel function={{.*}}rows_l[[#@LINE-58]] grid
// Where it is not known what an iteration does, for 128, and no more.
// CHECK: cuLaunchKernel function={{.*}}halves_l[[#@LINE-42]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}halves_l[[#@LINE-50]] grid
// CHECK: cuLaunchKernel function={{.*}}halves_l[[#@LINE-47]] grid
// CHECK-NOT: cuLaunchKernel
//
// ALWAYS-NOT: cuLaunchKernel function={{.*}}little_l[[#@LINE-75]] grid
// ALWAYS-NOT: cuLaunchKernel function={{.*}}rows_l[[#@LINE-62]] grid
//
// SLOW: cuLaunchKernel function={{.*}}little_l[[#@LINE-78]] grid=1,1,1
// SLOW: cuLaunchKernel function={{.*}}rows_l[[#@LINE-65]] grid=1,1,1
// SLOW: cuLaunchKernel function={{.*}}rows_l[[#@LINE-66]] grid=1,1,1
// SLOW: cuLaunchKernel function={{.*}}rows_l[[#@LINE-67]] grid=1,1,1
// SLOW: cuLaunchKernel function={{.*}}halves_l[[#@LINE-54]] grid=1,1,1
//
// WRONG-COUNT-1: must be a time
// WRONG-NOT: must be a time
