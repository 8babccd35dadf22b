// An initializer that the device computes, in one statement with an array.
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
#pragma omp target
  {
    double s = A[3], t[4], u = A[2];
    t[0] = s;
    t[1] = u;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      B[i] = t[0] + t[1] * i + s + u;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i];
  }
  show();
  return 0;
}
