// Regions of one loop: each construct with each way in which its data reach the device. A map clause of the region, an enclosing data
// environment, addresses of the device, and implicit maps of global arrays. Where no clause names a section, the subscripts give
// the interval that the run-time check compares. Arrays that overlap run the general version.
// RUN: %clang -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_NO_ALIAS=off %run4 %t | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
//
// Which version ran: the no-alias version has the number of the loop's last line.
// RUN: env LIBOMPTARGET_INFO=16 %run %t 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN
//
// If the check finds no overlap where there is one, results change.
// RUN: %clang -c %S/Inputs/always.c -o %t.always.o
// RUN: %plugin_cc -O2 %host_offload %s %t.always.o -o %t.wrong
// RUN: %run %t.wrong >%t.wrong.out
// RUN: not diff -u %t.expected %t.wrong.out >%t.difference
// RUN: grep '^+[a-z]' %t.difference | FileCheck %s --check-prefix=WRONG --implicit-check-not=+
// WRONG: +the same memory:
//
// CHECK: region in clause_teams_loop_nest:
// CHECK: CLV036
// CHECK: CLV030
// CHECK: region in clause_target_parallel:
// CHECK: CLV002
// CHECK: CLV036
// CHECK: CLV030
// CHECK: region in clause_target_plain:
// CHECK: CLV002
// CHECK: CLV036
// CHECK: CLV030
// CHECK: region in clause_teams_plain:
// CHECK: CLV036
// CHECK: CLV030
// CHECK: region in clause_teams_parallel:
// CHECK: CLV002
// CHECK: CLV036
// CHECK: CLV030
// CHECK: region in present_teams_loop_nest:
// CHECK: CLV030
// CHECK: region in present_target_parallel:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in present_target_plain:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in present_teams_plain:
// CHECK: CLV030
// CHECK: region in present_teams_parallel:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in device_teams_loop_nest:
// CHECK: CLV030
// CHECK: region in device_target_parallel:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in device_target_plain:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in device_teams_plain:
// CHECK: CLV030
// CHECK: region in device_teams_parallel:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in global_teams_loop_nest:
// CHECK: CLV030
// CHECK: region in global_target_parallel:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in global_target_plain:
// CHECK: CLV002
// CHECK: CLV030
// CHECK: region in global_teams_plain:
// CHECK: CLV030
// CHECK: region in global_teams_parallel:
// CHECK: CLV002
// CHECK: CLV030
// 'n' belongs to the device, a subscript is an element of an array, an unsigned subscript wraps, or the loop has no end.
// CHECK: region in of_device
// CHECK-NOT: CLV030
// CHECK: CLV401
// CHECK: region in indirect
// CHECK-NOT: CLV030
// CHECK: CLV401
// CHECK: region in wraps
// CHECK-NOT: CLV030
// CHECK: CLV401
// CHECK: region in until
// CHECK-NOT: CLV030
// CHECK: CLV401
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 24 };
static double C[N], A[N * N], X[N];
#pragma omp declare target
static int bound = N;
double resident[N];
#pragma omp end declare target
static void clause_teams_loop_nest(double *c, const double *a, const double *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n]) map(to : a[0 : n * n], x[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
}
static void clause_target_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target parallel for map(tofrom : c[0 : n]) map(to : a[0 : n * n], x[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
}
static void clause_target_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target map(tofrom : c[0 : n]) map(to : a[0 : n * n], x[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
}
static void clause_teams_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target teams map(tofrom : c[0 : n]) map(to : a[0 : n * n], x[0 : n])
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
}
static void clause_teams_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target teams num_teams(1) map(tofrom : c[0 : n]) map(to : a[0 : n * n], x[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
}
static void present_teams_loop_nest(double *c, const double *a, const double *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _present_teams_loop_nest_l[[#@LINE-1]] with
}
static void present_target_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _present_target_parallel_l[[#@LINE-1]] with
}
static void present_target_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _present_target_plain_l[[#@LINE-1]] with
}
static void present_teams_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target teams
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _present_teams_plain_l[[#@LINE-1]] with
}
static void present_teams_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target teams num_teams(1)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _present_teams_parallel_l[[#@LINE-1]] with
}
static void device_teams_loop_nest(double *c, const double *a, const double *x, int n) {
#pragma omp target teams distribute parallel for is_device_ptr(c, a, x)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _device_teams_loop_nest_l[[#@LINE-1]] with
}
static void device_target_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target parallel for is_device_ptr(c, a, x)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _device_target_parallel_l[[#@LINE-1]] with
}
static void device_target_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target is_device_ptr(c, a, x)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _device_target_plain_l[[#@LINE-1]] with
}
static void device_teams_plain(double *c, const double *a, const double *x, int n) {
#pragma omp target teams is_device_ptr(c, a, x)
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _device_teams_plain_l[[#@LINE-1]] with
}
static void device_teams_parallel(double *c, const double *a, const double *x, int n) {
#pragma omp target teams num_teams(1) is_device_ptr(c, a, x)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += a[i * n + k] * x[k];
// RAN-DAG: _device_teams_parallel_l[[#@LINE-1]] with
}
static void global_teams_loop_nest(int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      C[i] += A[i * n + k] * X[k];
// RAN-DAG: _global_teams_loop_nest_l[[#@LINE-1]] with
}
static void global_target_parallel(int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      C[i] += A[i * n + k] * X[k];
// RAN-DAG: _global_target_parallel_l[[#@LINE-1]] with
}
static void global_target_plain(int n) {
#pragma omp target
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      C[i] += A[i * n + k] * X[k];
// RAN-DAG: _global_target_plain_l[[#@LINE-1]] with
}
static void global_teams_plain(int n) {
#pragma omp target teams
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      C[i] += A[i * n + k] * X[k];
// RAN-DAG: _global_teams_plain_l[[#@LINE-1]] with
}
static void global_teams_parallel(int n) {
#pragma omp target teams num_teams(1)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      C[i] += A[i * n + k] * X[k];
// RAN-DAG: _global_teams_parallel_l[[#@LINE-1]] with
}
static void triangle(double *c, const double *a, const double *x, int n) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 2; j++)
      for (int k = n - 1; k >= i; k--)
        c[2 * (n - i) - j] += a[i * n + k] * x[k - i];
// RAN-DAG: _triangle_l[[#@LINE-1]] with
}
static void rows(double (*c)[N], double (*a)[N], const double *x, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i][0] += a[i][k] * x[k];
// RAN-DAG: _rows_l[[#@LINE-4]] with
}
static void scaled(double *c, const double *d, const double *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += d[i] * x[k];
// RAN-DAG: _scaled_l[[#@LINE-1]] with
// RAN-DAG: _scaled_l[[#@LINE-5]] with
}
static void in_device_storage(const double *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      resident[i] += x[k];
}
static void of_device(double *c, const double *x) {
#pragma omp target
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < bound; k++)
      c[i] += x[k];
}
static void indirect(double *c, const double *x, const int *at, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      c[i] += x[at[k]];
}
static void wraps(double *c, const double *x, unsigned n) {
#pragma omp target teams distribute parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < n; k++)
      c[i] += x[k + n - i - 1u + i - n + 1u];
}
static void until(double *c, const double *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; x[k] < N - 1; k++)
      c[i] += x[k];
}
static void print(const char *name, const double *c, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += c[i] * (i + 1);
  printf("%s: %.15g\n", name, sum);
}
static double *on_device(const double *from, size_t bytes) {
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  double *memory = omp_target_alloc(bytes, device);
  omp_target_memcpy(memory, from, bytes, 0, 0, device, host);
  return memory;
}
int main(void) {
  double *block = malloc((2 * N + N * N + N) * sizeof *block), *c = block, *a = c + 2 * N, *x = a + N * N;
  int at[N];
  for (int i = 0; i < 2 * N; i++)
    c[i] = i % 3;
  for (int i = 0; i < N * N; i++)
    A[i] = a[i] = i % 7;
  for (int i = 0; i < N; i++)
    X[i] = x[i] = i, C[i] = c[i], at[i] = N - 1 - i;
  clause_teams_loop_nest(c, a, x, N);
  clause_target_parallel(c, a, x, N);
  clause_target_plain(c, a, x, N);
  clause_teams_plain(c, a, x, N);
  clause_teams_parallel(c, a, x, N);
  print("clauses", c, N);
#pragma omp target data map(tofrom : c[0 : 2 * N]) map(to : a[0 : N * N], x[0 : N])
  {
    present_teams_loop_nest(c, a, x, N);
    present_target_parallel(c, a, x, N);
    present_target_plain(c, a, x, N);
    present_teams_plain(c, a, x, N);
    present_teams_parallel(c, a, x, N);
    triangle(c, a, x, N);
    scaled(c, c + N, x, N);
  }
  print("target data", c, 2 * N);
#pragma omp target enter data map(to : block[0 : 2 * N + N * N + N])
  present_target_plain(c, a, x, N);
  rows((double (*)[N])a, (double (*)[N])a, c, N);
  scaled(c, c, x, N);
  of_device(c, x);
  wraps(c, x, N);
  until(c, x, N);
  in_device_storage(x, N);
#pragma omp target data map(to : at)
  indirect(c, x, at, N);
#pragma omp target exit data map(from : block[0 : 2 * N + N * N + N])
  print("the same memory", c, N);
#pragma omp target update from(resident)
  print("device storage", resident, N);
  global_teams_loop_nest(N);
  global_target_parallel(N);
  global_target_plain(N);
  global_teams_plain(N);
  global_teams_parallel(N);
  print("implicit maps", C, N);
#pragma omp target data map(tofrom : C) map(to : A, X)
  {
    global_teams_loop_nest(N);
    global_target_parallel(N);
    global_target_plain(N);
    global_teams_plain(N);
    global_teams_parallel(N);
  }
  print("implicit maps, present", C, N);
  double *other = on_device(C, sizeof C), *matrix = on_device(A, sizeof A), *vector = on_device(X, sizeof X);
  device_teams_loop_nest(other, matrix, vector, N);
  device_target_parallel(other, matrix, vector, N);
  device_target_plain(other, matrix, vector, N);
  device_teams_plain(other, matrix, vector, N);
  device_teams_parallel(other, matrix, vector, N);
  omp_target_memcpy(C, other, sizeof C, 0, 0, omp_get_initial_device(), omp_get_default_device());
  print("device pointers", C, N);
  omp_target_free(other, omp_get_default_device());
  omp_target_free(matrix, omp_get_default_device());
  omp_target_free(vector, omp_get_default_device());
  free(block);
}
