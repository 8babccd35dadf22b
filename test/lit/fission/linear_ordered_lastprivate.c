// Loops with linear and ordered become kernels of one team; results of loops flow on.
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
int main(void) {
  init();
  int x = 5, l = -1;
#pragma omp target map(tofrom : x, l)
  {
#pragma omp parallel for linear(x : 2)
    for (int i = 0; i < N; i++) {
      J[i] = x;
      x += 2;
    }
#pragma omp parallel for ordered
    for (int i = 0; i < N; i++) {
#pragma omp ordered
      B[0] = B[0] * 0.5 + i;
    }
    I[0] = x;
#pragma omp parallel for lastprivate(l)
    for (int i = 0; i < N; i++) {
      l = i;
      A[i] += l;
    }
    I[1] = l;
  }
  printf("%d %d\n", x, l);
  show();
  return 0;
}
