// CLV507: object copied as the data directives of the program say.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV507: 'a' is copied as the program's data directives say [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a);
#pragma omp target enter data map(to: a[0: n])
  for (int t = 0; t < steps; t++) step(a, n);
#pragma omp target exit data map(from: a[0: n])
  double sum = a[0] + a[n - 1];
  free(a);
  return sum;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
