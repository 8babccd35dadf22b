// CLV014: objects stay on the device between regions.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave -fplugin-arg-cleave-environments=off 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=CLV014
// OFF: CLV008
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
double run(int n, int steps) {
  double *a = calloc(n, sizeof *a);
  // CHECK: {{.*}}:[[#@LINE+1]]:3: remark: CLV014: data environment: 'a' kept on the device from line [[#@LINE+1]] to line [[#@LINE+1]] [-Rpass=cleave]
  for (int t = 0; t < steps; t++) step(a, n);
  double first = a[0];
  free(a);
  return first;
}
int main(void) {
  printf("%g\n", run(100, 5));
}
