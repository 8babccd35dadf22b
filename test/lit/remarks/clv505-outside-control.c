// CLV505: object copied by each region: control may leave the statements.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV505: 'a' is copied by each region: control may leave the statements between the regions; between the regions, avoid return, goto, exit and calls that may throw; return after the loop [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
int run(double *sum, int n, int steps) {
  double *a = calloc(n, sizeof *a);
  for (int t = 0; t < steps; t++) {
    step(a, n);
    if (t > 3 && *sum > 5) return t;
  }
  *sum = a[0];
  free(a);
  return steps;
}
int main(void) {
  double sum = 0;
  int steps = run(&sum, 100, 5);
  printf("%d %g\n", steps, sum);
}
