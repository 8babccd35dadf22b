// A declaration joins a serial kernel only with all that uses its variable, across other
// declarations, and not the variable of outside with the same name.
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
  int x = 77;
#pragma omp target
  {
    int x = I[5];
    J[0] = x;
    double t[4];
    J[1] = x + 1;
    t[0] = A[0];
    t[1] = A[1];
    t[2] = A[2];
    t[3] = A[3];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      B[i] += t[i & 3];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i];
  }
  printf("%d\n", x);
  show();
  return 0;
}
