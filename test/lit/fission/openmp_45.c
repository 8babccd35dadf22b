// OpenMP 4.5: no variable stands in a map and in a data-sharing clause of one construct.
// RUN: %clang -O1 -fopenmp-version=45 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -fopenmp-version=45 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -fopenmp-version=45 | FileCheck %s
// RUN: %cleave rewrite %s -- -fopenmp-version=45 >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -fopenmp-version=45 -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -fopenmp-version=45 -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void) {
  init();
  double s = 0;
  int n = N, last = -1, f = 3;
#pragma omp target map(tofrom : s, last, f) map(to : n)
  {
#pragma omp parallel for reduction(+ : s) default(none) shared(A, n)
    for (int i = 0; i < n; i++)
      s += A[i];
    s /= n;
    f++;
#pragma omp parallel for lastprivate(last) firstprivate(f)
    for (int i = 0; i < n; i++) {
      last = i;
      B[i] += s + f;
    }
    I[0] = last;
#pragma omp parallel for shared(s) linear(f)
    for (int i = 0; i < n; i++)
      A[i] += s;
  }
  double t = 1;
#pragma omp target
  {
    t += A[0];
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < N; i++)
      t += A[i];
#pragma omp parallel for firstprivate(t)
    for (int i = 0; i < N; i++)
      B[i] += t;
  }
  printf("%g %g %d %d\n", s, t, last, f);
  show();
  return 0;
}
