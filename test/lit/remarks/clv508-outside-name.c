// CLV508: object copied by each region: it has no name, or may overlap another object.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV508: 'a' is copied by each region: the function that calls the regions has no name for it, or it may overlap another object; write 'target data' around the regions [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
void run(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    step(a, n);
    step(b, n);
  }
}
int main(void) {
  static double a[101];
  run(a, a + 1, 100, 3);
  printf("%g %g\n", a[0], a[50]);
}
