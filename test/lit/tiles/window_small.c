// CLEAVE_DEVICE_MEMORY so small that its tiles would be many and tiny: the loop runs as a whole, as it does without
// windows. With memory for tiles that are worth it there are some; and the results are the same.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: env CLEAVE_DEVICE_MEMORY=1K CLEAVE_TRACE=%t.json %run %t | diff %t.expected -
// RUN: grep -c '"cat":"kernel"' %t.json | FileCheck %s --check-prefix=WHOLE
// RUN: env CLEAVE_DEVICE_MEMORY=1K %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=4M CLEAVE_TRACE=%t.json %run4 %t | diff %t.expected -
// RUN: grep -c '"cat":"kernel"' %t.json | FileCheck %s --check-prefix=TILES
// LABEL: fast
// WHOLE: {{^}}1{{$}}
// TILES: {{^([2-9]|[1-9][0-9])$}}
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000 };

int main(void) {
  double *a = malloc(N * sizeof *a), sum = 0;
  const int n = N;
  for (int i = 0; i < N; i++)
    a[i] = i % 1000;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i] + 1;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 61 + 1);
  printf("%.17g\n", sum);
  free(a);
}
