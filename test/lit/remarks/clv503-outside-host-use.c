// CLV503: object copied by each region: a called function uses it on the host.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static double step(double *a, int n) {
// CHECK: remark: CLV503: 'a' is copied by each region: host code in a called function uses it between the regions; write 'target data' around the regions, and 'target update' where the host uses the object [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
  return a[0];
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a), sum = 0;
  for (int t = 0; t < steps; t++) sum += step(a, n);
  free(a);
  return sum;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
