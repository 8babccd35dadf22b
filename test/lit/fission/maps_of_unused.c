// What a region maps and does not use is mapped all the same: with always it is carried out, and without it
// is there, but not copied.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave rewrite %s > %t.rewritten.c
// RUN: FileCheck %s < %t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain > %t.expected
// RUN: FileCheck %s --check-prefix=VALUES < %t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 10, x[10], a[10], b[10];
  int *p = malloc(n * sizeof *p);
  int *q = p;
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp target data map(to : x)
  {
#pragma omp target map(to : x)
    x[3] = 7;
    // CHECK: #pragma omp target teams distribute parallel for map(always, from: x) map(tofrom: a) {{\\?([[:space:]]*)}}map(from: p[0 : n]) map(alloc: q[0 : n])
#pragma omp target map(always, from : x) map(tofrom : a) map(tofrom : p[0 : n]) map(tofrom : q[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = p[i] = i;
    }
    // VALUES: 7 9 9
    printf("%d %d %d\n", x[3], a[9], p[9]);
  }
  free(p);
  // The `if` of target teams is not one of its loops.
  // CHECK: #pragma omp target teams distribute parallel for map(from: a) if(target: n > 5) {{\\?([[:space:]]*)}}if(parallel: n > 3)
#pragma omp target teams map(from : a, b) if (n > 5)
  {
#pragma omp distribute parallel for if (n > 3)
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      b[i] = 2 * i;
  }
  // VALUES: 9 18
  printf("%d %d\n", a[9], b[9]);
  return 0;
}
