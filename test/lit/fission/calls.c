// Functions with static data, by address, thread queries, nested parallel and critical.
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
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <omp.h>
#include <math.h>
#pragma omp declare target
static double tabd[4] = {1, 2, 3, 4};
static double mix(double a, int k) {
  static double keep = 0.5;
  return a * keep + tabd[k & 3];
}
static int who(void) { return omp_get_thread_num() >= 0 && omp_get_num_threads() > 0; }
static void add(double *p, int i) { p[i] += fabs((double)i); }
static void inc(int *p) { *p += 2; }
#pragma omp end declare target
int main(void) {
  init();
  int k = 3, part[64] = {0}, seen = 0;
#pragma omp target map(tofrom : part)
  {
    inc(&k);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += mix(B[i], k);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      add(B, i);
      part[omp_get_thread_num()] += who();
    }
    for (int i = 0; i < 64; i++)
      seen += part[i];
    inc(&k);
    if (A[0] > 0)
      k++;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
#pragma omp parallel for
      for (int j = 0; j < 8; j++)
        A[i * 8 + j] += k + seen;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp critical
      J[0] += i;
    }
    for (int i = 0; i < 64; i++)
      part[i] = 0;
  }
  printf("%d %d\n", k, seen);
  show();
  return 0;
}
