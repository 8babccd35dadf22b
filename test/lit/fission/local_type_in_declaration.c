// A declaration that defines a type and a variable cannot move into a kernel.
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
// The same with digraphs.
// RUN: sed 's/\(struct P\|enum E\) {/\1 <%%/' %s >%t.digraphs.c
// RUN: %cleave explain --all %t.digraphs.c -- -I%S | FileCheck %s
// CHECK: region in main
// CHECK: CLV245
#include "Inputs/arrays.h"
int main(void) {
  init();
#pragma omp target
  {
    struct P {
      int x;
      double y;
    } p;
    p.x = 1;
    p.y = A[2];
    A[1] = p.x + p.y;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      struct P q = {2, A[i]};
      B[i] = q.x + q.y;
    }
    enum E { EA = 2, EB = 7 } e = I[2] == 2 ? EB : EA;
    J[0] = e;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      enum E z = EB;
      J[i] += (int)z + (int)e;
    }
  }
  show();
  return 0;
}
