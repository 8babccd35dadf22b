// Static variables of the enclosing function are mapped like global ones; only one that is declared
// in the region keeps a value that several kernels would have to share.
// RUN: %cleave_cc -O2 %host_offload -Rpass=cleave %s -o %t 2>&1 | FileCheck %s
// RUN: %clang -O2 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
#include <stdio.h>

int main(void) {
  static double a[1000], b[1000];
  static int n = 1000;
  for (int i = 0; i < n; i++)
    a[i] = i;
  // CHECK: [[#@LINE+1]]:1: remark: CLV001
#pragma omp target map(to: a) map(from: b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] * a[i];
    b[0] = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i] * (i % 7);
  printf("%g %g %.0f\n", b[0], b[10], sum);
}
