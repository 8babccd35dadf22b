// CLV504: object copied by each region: the updates would copy as much.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV504: 'a' is copied by each region: the updates for host code would copy as much; let a region do what the host does with the object [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a);
  for (int t = 0; t < steps; t++) {
    step(a, n);
    for (int i = 0; i < n; i++) a[i] += t;
  }
  double sum = a[0] + a[n - 1];
  free(a);
  return sum;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
