// Map clauses are repeated where a local variable hides the one that their bounds mean.
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
// CHECK: CLV252
#include "Inputs/arrays.h"
int main(void) {
  init();
  double *a = malloc(N * sizeof *a);
  for (int k = 0; k < N; k++)
    a[k] = k;
  int n = N;
#pragma omp target map(tofrom : a [0:n])
  {
    for (int n = 0; n < 3; n++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += n;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        B[i] += a[N - 1 - i];
    }
    {
      int n = 100;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += n;
    }
  }
  for (int k = 0; k < N; k++)
    printf("%g ", a[k]);
  show();
  return 0;
}
