// A statement that is one invocation of a macro, whatever is inside, is a statement like others.
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
#define BUMP(x) \
  do { \
    (x) += 1; \
    B[1] += (x); \
  } while (0)
#define CLAMP(x) if ((x) > 3) (x) = 3
#define TWICE for (int k = 0; k < 2; k++)
#define BOTH(x) { BUMP(x); CLAMP(x); }
int main(void) {
  init();
  double s = 1;
#pragma omp target map(tofrom : s)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += s;
    BUMP(s);
    BOTH(s)
    CLAMP(s);
    TWICE { s += k; }
    TWICE BUMP(s);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] += s + B[1];
  }
  printf("%g\n", s);
  show();
  return 0;
}
