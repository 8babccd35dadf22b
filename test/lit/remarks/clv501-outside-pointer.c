// CLV501: object copied by each region: its pointer or length changes.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV501: 'a' is copied by each region: its pointer or its length changes between the regions; allocate the memory before the first region and free it after the last one [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a), sum = 0;
  for (int t = 0; t < steps; t++) {
    step(a, n);
    sum += a[0];
    free(a);
    a = calloc(n, sizeof *a);
  }
  free(a);
  return sum;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
