// Loops of parallel and teams constructs, collapsed, triangular, with default(none) and nowait.
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
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void) {
  init();
  int n = N;
  double s = 0;
#pragma omp target parallel map(tofrom : s)
  {
#pragma omp for nowait schedule(static)
    for (int i = 0; i < n; i++)
      A[i] += 1;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      B[i] += A[i];
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += B[N - 1 - i];
  }
#pragma omp target
  {
#pragma omp parallel num_threads(2) shared(n)
    {
      int m = n - 1;
#pragma omp for nowait
      for (int i = 0; i < n; i++)
        C[i] += B[m - i];
#pragma omp for
      for (int i = 0; i < m; i++)
        J[i] += i;
    }
    A[0] += C[3];
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        A[i * 8 + j] += B[i] + C[j];
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
      for (int j = i; j < 8; j++)
        I[i * 8 + j] += J[j];
  }
#pragma omp target teams num_teams(3) thread_limit(4)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      C[i] *= 2;
#pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < n; i++)
      J[i] *= 2;
  }
#pragma omp target
#pragma omp teams
  {
#pragma omp distribute parallel for simd
    for (int i = 0; i < n; i++)
      C[i] -= 1;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      J[i] -= 1;
  }
#pragma omp target
  {
#pragma omp parallel for default(none) shared(A, B, n) firstprivate(s)
    for (int i = 0; i < n; i++)
      A[i] += B[N - 1 - i] + s;
    s = 7;
#pragma omp parallel for default(none) shared(A, s) schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      A[i] += s;
#pragma omp parallel
    {
#pragma omp single
      J[5] = 99;
#pragma omp for
      for (int i = 0; i < N; i++)
        A[i] *= 2;
#pragma omp barrier
    }
#pragma omp simd
    for (int i = 0; i < N; i++)
      B[i] += 1;
#pragma omp parallel for order(concurrent) schedule(static, 2)
    for (int i = 0; i < N; i++)
      B[i] += A[N - 1 - i];
  }
  printf("%g %d\n", s, n);
  show();
  return 0;
}
