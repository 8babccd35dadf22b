// Loops with a scan directive, in regions that are split: no construct that is combined with `target` may have the modifier inscan.
// RUN: %clang %host_offload -O1 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc %host_offload -O1 %s -o %t -Rpass=cleave 2>&1 | FileCheck %s
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
#include <stdio.h>
enum { N = 300 };

int main(void) {
  static long a[N], b[N], c[N];
  long sum = 0, other = 5, most = 0;
  double d = 0;
// CHECK: [[#@LINE+1]]:1: remark: CLV001: target region split into 3 kernels
#pragma omp target map(tofrom : a, b, sum, d)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = i % 7;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < N; i++) {
      b[i] = sum;
#pragma omp scan exclusive(sum)
      sum += a[i];
    }
#pragma omp parallel for reduction(+ : d)
    for (int i = 0; i < N; i++)
      d += b[i];
  }
// The reduction variable is a copy of the region.
#pragma omp target map(to : a) map(from : c)
  {
#pragma omp parallel for reduction(inscan, + : other)
    for (int i = 0; i < N; i++) {
      other += a[i];
#pragma omp scan inclusive(other)
      c[i] = other;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] *= 2;
  }
#pragma omp target map(to : a) map(tofrom : b, most)
#pragma omp parallel for reduction(inscan, max : most)
  for (int i = 0; i < N; i++) {
    most = a[i] * i > most ? a[i] * i : most;
#pragma omp scan inclusive(most)
    b[i] += most;
  }
  for (int i = 0; i < N; i++)
    printf("%ld %ld %ld\n", a[i], b[i], c[i]);
  printf("%ld %g %ld\n", sum, d, most);
}
