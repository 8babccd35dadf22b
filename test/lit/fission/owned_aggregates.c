// Arrays and records that the region owns flow from kernel to kernel; the host's stay as they are.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
#include <stdio.h>
#define N 100
struct point {
  double x, y[2];
};
typedef const unsigned char row[3];
// TEXT-LABEL: static void matrix(
// TEXT: const void *cleave_host_m = m;
// TEXT: int m[2][3];
// TEXT: __builtin_memcpy(m, cleave_host_m, sizeof m);
// TEXT: target data map(from: a) map(to: m)
// CHECK-LABEL: region in matrix
// CHECK: CLV001
static void matrix(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, a[N] = {0};
#pragma omp target firstprivate(m) map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
      m[1][i] *= 10;
#pragma omp parallel for firstprivate(m)
    for (int i = 0; i < N; i++) {
      m[0][0] = i;
      a[i] = m[1][i % 3] + m[0][0];
    }
    a[0] += m[0][0];
  }
  printf("%d %d %d %d %d\n", a[0], a[1], a[99], m[1][1], m[0][0]);
}
// TEXT-LABEL: static void record(
// TEXT: struct point cleave_host_p = p;
// TEXT: struct point p = cleave_host_p;
// The first loop writes all of a.
// TEXT: target data map(from: a) map(to: p)
// CHECK-LABEL: region in record
// CHECK: CLV001
static void record(void) {
  struct point p = {1, {2, 3}};
  double a[N] = {0};
#pragma omp target firstprivate(p) map(tofrom : a)
  {
    p.x += 4;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = p.x * i + p.y[1];
    p.y[1] = a[2];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += p.y[1];
  }
  printf("%g %g %g %g\n", a[0], a[99], p.x, p.y[1]);
}
// TEXT-LABEL: static void without_value(
// TEXT: (void)w;
// TEXT: double w[8];
// TEXT: map(alloc: w)
// CHECK-LABEL: region in without_value
// CHECK: CLV001
static void without_value(void) {
  double w[8], a[N] = {0};
  for (int i = 0; i < 8; i++)
    w[i] = -i;
#pragma omp target private(w) map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
      w[i] = i * i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += w[i % 8];
  }
  printf("%g %g %g\n", a[0], a[7], w[7]);
}
// What is on the device under the address of the original has nothing to do with the copy.
// CHECK-LABEL: region in beside_mapped
// CHECK: CLV001
static void beside_mapped(void) {
  int m[4] = {1, 2, 3, 4}, a[N] = {0};
  row r = {7, 8, 9};
#pragma omp target enter data map(to : m)
  m[1] = 20;
#pragma omp target firstprivate(m, r) map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = m[i % 4] + r[i % 3];
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      m[i] += a[i];
    a[0] = m[1];
  }
#pragma omp target exit data map(from : m)
  printf("%d %d %d %d\n", a[0], a[5], m[1], m[2]);
}
// Each team has its own, and may change it.
// CHECK-LABEL: region in of_teams
// CHECK: CLV222
static void of_teams(void) {
  int m[4] = {1, 2, 3, 4}, a[N] = {0};
#pragma omp target teams firstprivate(m) map(tofrom : a)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      m[i % 4] = 5;
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] = i;
  }
  printf("%d %d\n", a[99], m[1]);
}
// CHECK-LABEL: region in large
// CHECK: CLV222
static void large(void) {
  static int m[100000];
  int a[N] = {0};
#pragma omp target firstprivate(m) map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      m[i] = i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = m[N - 1 - i];
  }
  printf("%d %d\n", a[0], m[1]);
}
int main(void) {
  matrix();
  record();
  without_value();
  beside_mapped();
  of_teams();
  large();
}
