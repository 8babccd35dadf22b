// Regions that several threads and tasks of the host run at once have copies of their own.
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
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void) {
  init();
  double all[4] = {0};
  int t0 = 5;
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < 4; t++) {
    double loc[N];
    double s = t;
    int k = t0;
#pragma omp target map(from : loc) map(tofrom : s)
    {
      k += t;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        loc[i] = i * k;
#pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < N; i++)
        s += loc[i];
      k++;
      s += k;
    }
    all[t] = s + k;
  }
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 3; t++)
#pragma omp task firstprivate(t) shared(all) default(none)
  {
    int k = t;
    double s = 0;
#pragma omp target map(tofrom : s)
    {
      k *= 2;
#pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < N; i++)
        s += i * k;
      s *= 0.5;
#pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < N; i++)
        s += 1;
    }
#pragma omp critical
    all[t] += s + k;
  }
  for (int i = 0; i < 4; i++)
    printf("%g ", all[i]);
  show();
  return 0;
}
