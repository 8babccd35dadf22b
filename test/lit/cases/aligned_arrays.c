// The clause 'aligned' reads no array: only their addresses count.
// RUN: %cleave_cc %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %run %t | FileCheck %s --check-prefix=RESULT
// RUN: %run4 %t | FileCheck %s --check-prefix=RESULT
// RESULT: 500500 256.000000
#include <stdio.h>
static int a[1000], b[1000];
static double matrix[8][64];

int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = 1, b[i] = i;
#pragma omp target map(tofrom : a, matrix) map(to : b)
  {
// CHECK-NOT: CLV256
// CHECK: [[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for simd aligned(a, b : 8)
    for (int i = 0; i < 1000; i++)
      a[i] += b[i];
// CHECK: [[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for simd aligned(matrix)
    for (int i = 0; i < 512; i++)
      matrix[i / 64][i % 64] = a[i] * 0.5;
  }
  long s = 0;
  for (int i = 0; i < 1000; i++)
    s += a[i];
  printf("%ld %f\n", s, matrix[7][63]);
}
