// An if without a name on target parallel is evaluated once, and thread_limit is that of the start.
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
// CHECK: CLV256
#include "Inputs/arrays.h"
int main(void) {
  init();
  int c = 0, lim = 4;
#pragma omp target parallel if (c++ == 0) map(tofrom : A, B)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      J[i] = i + 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i] + J[i];
  }
#pragma omp target thread_limit(lim)
  {
    lim = 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] += lim;
    lim = -3;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += J[N - 1 - i] + lim;
  }
  printf("%d %d\n", c, lim);
  show();
  return 0;
}
