// num_teams, thread_limit, num_threads and chunks from variables, always and empty sections.
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
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <omp.h>
int main(void) {
  init();
  int d = 0, t = 8, nt = 2, r = 0;
#pragma omp target teams num_teams(nt) thread_limit(t) device((d = omp_get_default_device()))      \
    map(tofrom                                                                                     \
        : A, B)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      A[i] += 1;
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      B[i] += A[i];
  }
#pragma omp target map(always, tofrom : r) map(alloc : C)
  {
    r += nt;
#pragma omp parallel for num_threads(nt)
    for (int i = 0; i < N; i++)
      C[i] = i;
    nt = 1;
#pragma omp parallel for num_threads(nt) reduction(+ : r)
    for (int i = 0; i < N; i++)
      r += (int)C[i];
#pragma omp parallel for schedule(static, nt + 3)
    for (int i = 0; i < N; i++)
      A[i] += r;
    double z[3][2];
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
      z[i][0] = z[i][1] = i;
    A[1] = z[2][1];
    r++;
  }
  int len = 0;
  double *null = NULL;
#pragma omp target map(tofrom : null [0:len])
  {
#pragma omp parallel for
    for (int i = 0; i < len; i++)
      null[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += len;
  }
  printf("%d %d %d %d\n", d >= 0, t, nt, r);
  show();
  return 0;
}
