// A region that is one loop of all teams is not split, but its kernel is compiled for any number of threads per team,
// and has a second version where it adds up in an array: in either form of the directive, with the results of plain
// clang. What the user says of threads stays, and so does a region whose text cannot be written anew.
// RUN: %clang -O2 -Wno-pass-failed %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O2 -Wall -Wextra -Werror -Wno-pass-failed %host_offload %s %libcleave -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_NO_ALIAS=off %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run4 %t | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// RUN: %plain_rewrite %s -- %host_offload | diff %s -
//
// RUN: %cleave_cc -O2 %sm90 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// The number behind the mode and the least number of threads is the largest: 0 is any, 128 the compiler's.
// IR-DAG: combined_l[[#C:]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: combined_l[[#C+3]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: apart_l[[#A:]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: apart_l[[#A+3]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: row_sums_l[[#R:]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: row_sums_l[[#R+3]]_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: no_sum_l{{[0-9]+}}_kernel_environment = {{.*}} i8 2, i32 1, i32 0,
// IR-DAG: limited_l{{[0-9]+}}_kernel_environment = {{.*}} i8 2, i32 1, i32 64,
// IR-DAG: kept_l{{[0-9]+}}_kernel_environment = {{.*}} i8 2, i32 1, i32 128,
// RUN: %cleave_cc -O2 %sm90 -fplugin-arg-cleave-geometry=off -fplugin-arg-cleave-no-alias=off -fplugin-arg-cleave-shared-tiles=off -fplugin-arg-cleave-transfers=off -S %s -o - | FileCheck %s --check-prefix=OFF
// OFF-COUNT-6: .maxntid
// OFF-NOT: .entry
//
// Each is one transformation for bisect=.
// RUN: %cleave_cc -O2 %sm90 -fplugin-arg-cleave-bisect=0 -S %s -o - | FileCheck %s --check-prefix=OFF
// LABEL: fast
#include <stdio.h>

enum { N = 60 };

static void combined(int n, const int *a, const int *x, int *y) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n], x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      y[i] += a[i * n + k] * x[k];
}

static void apart(int n, const int *a, const int *x, int *y) {
#pragma omp target teams map(to : a[0 : n * n], x[0 : n]) map(tofrom : y[0 : n])
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      y[i] += a[i * n + k] * x[k];
}

static void row_sums(int n, const int *a, const int *x, int *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : a[0 : n * n], y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      y[i * n] += a[i * n + k] * x[k] % 3;
}

static void no_sum(int n, int *y) {
#pragma omp target teams distribute parallel for simd num_teams(n / 30) if (n > 1) firstprivate(n) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] *= n;
}

static void limited(int n, int *y) {
#pragma omp target teams distribute parallel for thread_limit(64) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] -= i;
}

static void kept(int n, int *y) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] -= 2 * i;
}

int main(void) {
  static int a[N * N], b[N * N], x[N], y[N];
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = i % 7;
  for (int i = 0; i < N; i++)
    x[i] = i % 5, y[i] = i;
  combined(N, a, x, y);
  apart(N, a, x, y);
  no_sum(N, y);
  limited(N, y);
  kept(N, y);
  row_sums(N, a, x, a); /* the array that is written is one of those that are read */
  row_sums(N, b, x, a);
  for (int i = 0; i < N; i++)
    printf("%d %d\n", y[i], a[i * N]);
}
