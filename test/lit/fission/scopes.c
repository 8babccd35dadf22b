// Variables of one name in nested and neighbouring scopes.
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
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void) {
  init();
  double x = 100;
  int i = 9, j = 8;
#pragma omp target
  {
    {
      double x = A[1];
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        B[i] += x;
      x += 1;
      B[0] = x;
    }
    x += A[2];
    {
      float x = 2;
      int k = 3;
#pragma omp parallel for simd
      for (i = 0; i < N; i++)
        B[i] += (double)x + k;
      {
        double x = B[3] * k, y = x, z;
        z = y + x;
#pragma omp parallel for private(j) lastprivate(x)
        for (int i = 0; i < N; i++) {
          j = i;
          x = j;
          A[i] += z + y;
        }
        A[2] = x;
      }
      A[1] += (double)x;
    }
    for (int x = 0; x < 2; x++) {
      int i = x * 2;
      for (int j = 0; j < 2; j++)
#pragma omp parallel for
        for (int k = 0; k < N; k++)
          J[k] += i + j + x;
      if (x) {
        double s = A[x];
        I[1] = (int)s;
#pragma omp parallel for
        for (int k = 0; k < N; k++)
          I[k] += (int)s;
      } else
        I[2] = 5;
    }
    A[3] = x;
  }
  printf("%g %d %d\n", x, i, j);
  show();
  return 0;
}
