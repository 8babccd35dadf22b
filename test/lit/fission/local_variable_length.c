// Arrays of variable length declared in the region. There is no GPU form: clang 19 refuses such arrays in code for NVIDIA devices.
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
// RUN: %cleave rewrite %t.rewritten.c -- -fplugin-arg-cleave-environments=off | diff --strip-trailing-cr %t.rewritten.c -
// CHECK-COUNT-2: CLV001
// CHECK: region in dev
// CHECK: CLV245
#include <stdio.h>
static void one(int *a, int n, int m) {
#pragma omp target map(tofrom : a[0 : n])
  {
    int t[n], w[m + 1][n];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      t[i] = 2 * a[i];
      for (int j = 0; j <= m; j++)
        w[j][i] = i - j;
    }
    t[0] = 5;
    w[m][2] = 3;
    n = 7;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      a[i] += t[i];
      for (int j = 0; j <= m; j++)
        a[i] += w[j][i];
    }
  }
}
static void loop(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  for (int t = 1; t < 4; t++) {
    double s[n / t + 1];
#pragma omp parallel for
    for (int i = 0; i < n / t; i++)
      s[i] = a[i] * 0.5;
#pragma omp parallel for
    for (int i = 0; i < n / t; i++)
      a[i] += s[n / t - 1 - i];
  }
}
static void dev(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
    int t[a[0] + 1];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      t[i] = 2 * a[i];
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
      a[i] += t[i];
  }
}
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i * i % 17;
  one(a, 100, 3);
  loop(a, 100);
  dev(a, 100);
  long s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i] * (i + 1L);
  printf("%ld\n", s);
}
