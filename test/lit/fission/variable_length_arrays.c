// Arrays of variable length from outside of the region: mapped whole, as sections, implicitly; their extents are values from the
// declaration, which may have changed since. Private copies of them and partly present ones stay refused.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-6: CLV001
// CHECK: region in one
// CHECK: region in copies
// CHECK: CLV222
// CHECK: region in partly
// CHECK: CLV265
#include <stdio.h>
static void whole(int n) {
  double a[n], b[n], c[n][n];
  int t = 0;
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 2 * i;
    for (int j = 0; j < n; j++)
      c[i][j] = i - j;
  }
#pragma omp target map(tofrom : a, b, c) map(from : t)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i] * b[j];
    t = 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < n; j++)
        s += c[i][j];
      a[i] = s + t;
    }
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i + 1) + c[i][n - 1 - i];
  printf("whole %.15g %d\n", s, t);
}
static void sections(int n) {
  double a[n], b[n];
  for (int i = 0; i < n; i++)
    a[i] = i, b[i] = 1;
#pragma omp target map(to : a[0 : n]) map(tofrom : b[1 : n - 1])
  {
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      b[i] += a[i - 1];
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      b[i] *= 3;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += b[i] * i;
  printf("sections %.15g\n", s);
}
static void implicit(int n) {
  int a[n], b[n + 3];
  for (int i = 0; i < n; i++)
    a[i] = i % 5;
  for (int i = 0; i < n + 3; i++)
    b[i] = 0;
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i + 3] = a[i] * a[i];
    b[0] = a[n - 1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[i] + b[i + 3];
  }
  long s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i + 1L) + b[i];
  printf("implicit %ld\n", s);
}
static void changed_bound(int n) {
  int a[n];
  const int m = n;
  for (int i = 0; i < m; i++)
    a[i] = i;
  n = 7; /* the size of a stays */
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      a[i] += n;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      a[i] *= 2;
  }
  long s = 0;
  for (int i = 0; i < m; i++)
    s += a[i] * (i + 1L);
  printf("bound %ld\n", s);
}
static void time_loop(int n) {
  double a[n][n], b[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * j % 11, b[i][j] = 0;
#pragma omp target map(tofrom : a) map(alloc : b)
  for (int t = 0; t < 4; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += a[i][j] * (i + 2 * j);
  printf("time %.15g\n", s);
}
static void changed(int n) {
  const int m = n;
  double c[n][n], d[n][n + 1];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = i - j, d[i][j] = j;
  n = 9;
#pragma omp target map(tofrom : c, d)
  {
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        c[i][j] += d[i][j] * 2;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        d[i][j] += c[i][j];
  }
  double s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      s += c[i][j] * (i + 1) + d[i][j];
  printf("changed %.15g\n", s);
}
static void one(int n) {
  const int m = n;
  double c[n][n];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = i - j;
  n = 9;
#pragma omp target teams distribute parallel for map(tofrom : c)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      c[i][j] *= 2;
  double s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      s += c[i][j] * (i + 1);
  printf("one %.15g\n", s);
}
static void copies(int n) {
  int a[n], b[n];
  for (int i = 0; i < n; i++)
    a[i] = i, b[i] = 0;
#pragma omp target firstprivate(a) map(tofrom : b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
  long s = 0;
  for (int i = 0; i < n; i++)
    s += b[i] * 3 + a[i];
  printf("copies %ld\n", s);
}
static void partly(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target data map(tofrom : a[0 : n / 2])
  {
#pragma omp target
    {
#pragma omp parallel for
      for (int i = 0; i < n / 2; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < n / 2; i++)
        a[i] *= 2;
    }
  }
  long s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i + 1L);
  printf("partly %ld\n", s);
}
int main(void) {
  int n = 150;
  whole(n);
  sections(n);
  implicit(n);
  changed_bound(n);
  time_loop(60);
  changed(n);
  one(n);
  partly(n);
  if (n < 0) /* clang 19 loses firstprivate arrays on GPUs */
    copies(n);
}
