// Types declared between kernels hold to the end of the block, also where they hide outer ones.
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
typedef int real;
int main(void) {
  init();
#pragma omp target
  {
    typedef double real;
    struct P {
      int x;
      real y;
    };
    enum { K = 5 };
    A[0] = 2.5;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      real z = A[i];
      struct P q = {K, z};
      B[i] = z / 2 + q.x + q.y;
    }
    real w = 0.75;
    struct P pp;
    pp.x = 1;
    pp.y = A[2];
    A[1] = w + pp.x + pp.y;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += B[N - 1 - i] + w;
  }
  show();
  return 0;
}
