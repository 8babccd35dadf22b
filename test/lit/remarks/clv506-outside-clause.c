// CLV506: object copied by each region: a clause prevents a data environment.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV506: 'a' is copied by each region: a region that uses it has a clause that a data environment would change; map it without modifiers, by 'tofrom' where it is written, in regions without if, device, nowait and depend [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n]) if (n > 100)
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a);
  for (int t = 0; t < steps; t++) step(a, n);
  double sum = a[0] + a[n - 1];
  free(a);
  return sum;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
