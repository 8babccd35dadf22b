// The names of copies and of evaluated clauses are free in the region, functions included.
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
#pragma omp declare target
static int host_s(int k) { return k + 1; }
#pragma omp end declare target

int main(void) {
  init();
  int s = 3, c = 1;
#pragma omp target if (c++)
  {
    s = I[4];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] = host_s(s);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i] + s;
  }
  printf("%d %d\n", s, c);
  show();
  return 0;
}
