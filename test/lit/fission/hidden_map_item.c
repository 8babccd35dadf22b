// A variable of the region has the name of a list item, or of a bound, that the kernel does not use: the clause stays outside of it.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave rewrite %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 100, s = 0, m = 50;
  long *a = calloc(n, sizeof *a), *b = calloc(m, sizeof *b);
// CHECK: {{^ *}}#pragma omp target data map(alloc: s) map(tofrom: a[0 : n])
// CHECK: unsigned s = 1;
// CHECK-NEXT: {{^ *}}#pragma omp target teams distribute parallel for map(tofrom: a[0 : n]){{$}}
#pragma omp target map(alloc : s) map(tofrom : a[0 : n])
  {
    unsigned s = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += (long)s + i;
  }
#pragma omp target map(tofrom : b[0 : m]) map(tofrom : a[0 : n])
  {
    int m = 7;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += m * i;
  }
  long sum = s + b[3];
  for (int i = 0; i < n; i++)
    sum = sum * 7 % 1000003 + a[i];
  printf("%ld\n", sum);
}
