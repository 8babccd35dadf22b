// A section of an array with static storage in the reduction clause of a loop. On a combined construct with such a clause, clang 19
// refers to an array that the device image does not define, so the region is not split.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave >%t.remarks 2>&1
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: grep -o "CLV001.*\|CLV253.*" %t.remarks | FileCheck %s
#include <stdio.h>

static int h[32], y[1000];

static void section(void) {
// CHECK: CLV253
#pragma omp target map(tofrom : h[0 : 32], y)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      y[i] += i % 7;
#pragma omp parallel for reduction(+ : h[0 : 32])
    for (int i = 0; i < 1000; i++)
      h[i % 32] += y[i];
  }
}

/* A pointer does not have this problem. */
static void pointer(int *p) {
// CHECK: CLV001
#pragma omp target map(tofrom : p[0 : 32], y)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      y[i] -= i % 5;
#pragma omp parallel for reduction(+ : p[0 : 32])
    for (int i = 0; i < 1000; i++)
      p[i % 32] += y[i];
  }
}

int main(void) {
  int local[32] = {0};
  section();
  pointer(local);
  for (int k = 0; k < 32; k++)
    printf("%d %d\n", h[k], local[k]);
}
