// Loops and branches without braces, break and continue, a region under if and case.
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
// CHECK: region in main
// CHECK: CLV002
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void) {
  init();
  int t, n = 3, k = 10, w = 0;
  for (int rep = 0; rep < 2; rep++)
    if (rep)
#pragma omp target
      for (t = 0; t < n; t++) {
        if (t == 1)
          continue;
        int d = 0;
        double q = A[t];
        do {
#pragma omp parallel for
          for (int i = 0; i < N; i++)
            B[i] += q + d;
          d++;
          if (d == 2)
            break;
        } while (d < 5);
        while (k-- > 8)
#pragma omp parallel for
          for (int i = 0; i < N; i++)
            A[i] += B[i] * 0.125 + k;
        if (k < 0) {
          w = 1;
        } else if (k < 5) {
#pragma omp parallel for
          for (int i = 0; i < N; i++)
            J[i] += w + 1;
        } else
          J[0] = -1;
      }
    else
#pragma omp target parallel for
      for (int i = 0; i < N; i++)
        I[i] *= 2;
  switch (n) {
  case 3:
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      I[i] += n;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] -= I[N - 1 - i];
  } break;
  default:
    printf("no\n");
  }
  printf("%d %d %d %d\n", 2, n, k, w);
  show();
  return 0;
}
