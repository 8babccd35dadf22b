// What cleave made of a region shows in its trace: one kernel for each loop, on the loop's line, and each
// array is moved once, on the region's.
// RUN: %cleave cc %s -O2 -gline-directives-only -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -o %t
// RUN: env CLEAVE_TRACE=%t.json %run %t | FileCheck %s --check-prefix=RESULT
// RESULT: 198
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK: to device 1 400 B
// CHECK: from device 1 400 B
// CHECK: kernel 2
// CHECK-DAG: {{^ *}}a[0:n] 1 0 400 0
// CHECK-DAG: {{^ *}}b[0:n] 0 1 0 400
// CHECK-DAG: trace_split.c:[[#@LINE + 9]] 0 {{.*}} 2
// CHECK-DAG: trace_split.c:[[#@LINE + 10]] 1 {{.*}} 0
// CHECK-DAG: trace_split.c:[[#@LINE + 12]] 1 {{.*}} 0
#include <stdio.h>

int main(void) {
  int n = 100, a[100], b[100];
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map(to : a[0 : n]) map(from : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i] - 1;
  }
  printf("%d\n", b[n - 1]);
  return 0;
}
