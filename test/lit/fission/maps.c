// Declare target and static data, records, rows of variable length, members of outer environments;
// an array that is present in part is not mapped as a whole, but as far as it is there.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in work
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV002
#include "Inputs/arrays.h"
#pragma omp declare target
int g_dev = 3;
double tab[N];
static int bump(int k) {
  static int calls;
  int seen;
#pragma omp atomic capture
  seen = calls++;
  return k + 1 + (seen < 0);
}
#pragma omp end declare target
static double weights[4] = {1, 2, 3, 4};
static int g_host = 9;
static double arr[N];
struct vec {
  int n;
  double v[4];
};
static void work(int n, int m, double (*a)[m], double *p, struct vec *pv, int zero) {
  struct vec s = {3, {1, 2, 3, 4}};
#pragma omp target map(tofrom                                                                      \
                       : a [0:n] [0:m]) map(tofrom                                                 \
                                            : p [0:n]) map(tofrom                                  \
                                                           : pv [0:1]) map(to                      \
                                                                           : zero)
  {
    g_dev += 2;
    g_host += 3;
    s.n++;
    s.v[1] = g_dev;
    pv->n = 7;
    tab[3] = g_host;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i][j] += i * 10 + j + weights[i & 3] + bump(j);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      p[i] += a[i][0] + s.v[1];
      p[i] -= a[i][m - 1];
      arr[i] = tab[3] + g_dev;
    }
#pragma omp parallel for
    for (int i = 0; i < s.n; i++)
      pv->v[i & 3] += g_host + i;
    zero = 5;
#pragma omp parallel for
    for (int i = 0; i < zero; i++)
      arr[i] += 1;
  }
  printf("%d %d %g %d\n", g_host, s.n, s.v[1], zero);
}
int main(void) {
  init();
  static double q[6][5];
  double p[40];
  for (int i = 0; i < 40; i++)
    p[i] = i;
  struct vec v = {1, {0, 0, 0, 0}};
  work(6, 5, q, p, &v, 0);
#pragma omp target data map(tofrom : p [0:20])
  {
#pragma omp target map(tofrom : p [0:20])
    {
#pragma omp parallel for
      for (int i = 0; i < 20; i++)
        p[i] += 1;
      p[2] = 1000;
    }
    p[2] = -5;
    printf("%g\n", p[2]);
#pragma omp target
    {
#pragma omp parallel for
      for (int i = 0; i < 20; i++)
        p[i] *= 2;
    }
  }
#pragma omp target update from(g_dev, tab)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++)
      printf("%g ", q[i][j]);
  for (int i = 0; i < 40; i++)
    printf("%g ", p[i]);
  for (int i = 0; i < N; i++)
    printf("%g %g,", tab[i], arr[i]);
  printf("%d %d %g %g %g %g\n", g_dev, v.n, v.v[0], v.v[1], v.v[2], v.v[3]);
  show();
  return 0;
}
