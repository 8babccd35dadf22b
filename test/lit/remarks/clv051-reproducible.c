// CLV051: a reduction with the same bits on every device and grid.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV051
// RUN: env KMP_WARNINGS=0 %same_results %s
#include <stdio.h>

int main(void) {
  static double x[3000];
  double s = 0;
  int n = 3000;
  for (int i = 0; i < n; i++)
    x[i] = i % 7 * 0.25;
#pragma omp target map(tofrom : x, s)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 2 * x[i];
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV051: the values of 's' have the same bits on every device and grid [-Rpass=cleave]
#pragma cleave reduction(reproducible)
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += x[i];
  }
  printf("%.17g\n", s);
}
