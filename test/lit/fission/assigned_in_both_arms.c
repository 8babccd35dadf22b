// A variable that both arms of an if assign before anything reads it need not have a value outside.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -I%S | diff --strip-trailing-cr %t.rewritten.c -
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// CHECK: region in main
// CHECK: CLV001
// The one that only one arm assigns keeps the value it had.
// TEXT:      (void)s;
// TEXT-NEXT: double cleave_host_kept = kept;
// TEXT-NEXT: (void)r;
// TEXT-NEXT: {
// TEXT-NEXT: double s;
// TEXT-NEXT: double kept = cleave_host_kept;
// TEXT-NEXT: int r;
#include "Inputs/arrays.h"
int main(int argc, char **argv) {
  init();
  double s, kept = 7;
  int r;
  (void)argv;
#pragma omp target
  {
    if (argc > 1) {
      s = A[3];
    } else {
      B[0] = 2;
      s = A[4];
      kept = s;
    }
    if (argc > 1)
      kept = 1;
    else
      C[1] = kept;
    do {
      r = argc;
    } while (A[0] < 0);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      B[i] += s + kept + r;
    s += B[2];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      A[i] = B[N - 1 - i] + s;
  }
  show();
  printf("%g\n", kept);
  return 0;
}
