// A reduction over teams never returns from a construct with nowait in LLVM 19, so such a loop stays
// in one team.
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
// CHECK: CLV111
#include "Inputs/arrays.h"
int main(void) {
  init();
  double s = 0;
#pragma omp target parallel for reduction(+ : s) nowait
  for (int i = 0; i < N; i++)
    s += A[i];
#pragma omp taskwait
  printf("%g\n", s);
  show();
  return 0;
}
