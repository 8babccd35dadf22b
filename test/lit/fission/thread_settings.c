// What omp_set_num_threads sets in serial code would end with the kernel it is called in.
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
// CHECK: CLV249
#include "Inputs/arrays.h"
#include <omp.h>
int main(void) {
  init();
#pragma omp target
  {
    omp_set_num_threads(2);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] = omp_get_num_threads();
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i];
  }
  show();
  return 0;
}
