// The iteration variable of a simd loop has its last value afterwards.
// RUN: %clang -O1 -Wno-pass-failed %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wno-pass-failed %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -Wno-pass-failed | FileCheck %s
// RUN: %cleave rewrite %s -- -Wno-pass-failed >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -Wno-pass-failed -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -Wno-pass-failed -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in main
// CHECK: CLV252
#include "Inputs/arrays.h"
int main(void) {
  init();
  int i = -5, j = -6, q = -7;
#pragma omp target map(tofrom : i)
  {
#pragma omp parallel for lastprivate(i)
    for (i = 0; i < N; i++)
      J[i] = i;
    I[0] = i;
#pragma omp parallel for simd
    for (j = 0; j < N; j++)
      A[j] += j;
    I[1] = j;
#pragma omp parallel for private(q)
    for (j = 0; j < N; j++) {
      q = j;
      B[j] += q;
    }
    I[2] = q;
  }
  printf("%d %d %d\n", i, j, q);
  show();
  return 0;
}
