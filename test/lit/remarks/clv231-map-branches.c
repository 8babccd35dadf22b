// CLV231: clang 19 crashes on the map clause in target data. The region runs as it is.
// RUN: %cleave_cc %host_offload -O2 %s -o %t %remarks 2>&1 | FileCheck %s
// RUN: %run %t
// RUN: %unchanged %s
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *a = calloc(1000, sizeof *a), *b = calloc(1000, sizeof *b), n = 900, most = 800;
// CHECK: {{.*}}:[[#@LINE+1]]:32: remark: CLV231: target region not transformed: clang 19 cannot compile 'a[0 : n < most ? n : most]' in target data, because of ?:, && or ||; compute the value before the region [-Rpass-missed=cleave]
#pragma omp target map(tofrom: a[0 : n < most ? n : most])
  {
#pragma omp parallel for
    for (int i = 0; i < most; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < most; i++)
      a[i] *= 2;
  }
// A single loop needs no target data.
#pragma omp target teams distribute parallel for map(to: a[0:most]) map(tofrom: b[0 : most * (n && most)])
  for (int i = 0; i < most; i++)
    b[i] += a[i];
  for (int i = 0; i < 1000; i++)
    if (b[i] != (i < most ? 2 * i : 0))
      return 1;
  printf("%d\n", b[n - 101]);
  return 0;
}
