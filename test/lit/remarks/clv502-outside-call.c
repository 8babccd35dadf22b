// CLV502: object copied by each region: unknown code may use it.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
#include <stdlib.h>
void report(const double *a, int n);
static void step(double *a, int n) {
// CHECK: remark: CLV502: 'a' is copied by each region: between the regions, a function without a visible body may use it; define the function in this file, or write 'target data' and the necessary updates [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
void run(int n, int steps) {
  double *a = calloc(n, sizeof *a);
  for (int t = 0; t < steps; t++) {
    step(a, n);
    report(a, n);
  }
  free(a);
}
double seen;
void report(const double *a, int n) __attribute__((weak));
void report(const double *a, int n) {
  seen += a[n - 1];
}
int main(void) {
  run(100, 5);
  printf("%g\n", seen);
}
