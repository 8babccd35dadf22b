// CLV048: neighboring loops that stay apart.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV047
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always %same_results %s
#include <stdio.h>

int main(void) {
  static double a[40], b[40];
  int n = 40;
  for (int i = 0; i < n; i++)
    a[i] = i * i % 7;
#pragma omp target map(tofrom : a, b)
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV048: loop not fused with the one before it: two iterations may access the same element of 'a' [-Rpass-analysis=cleave]
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  double sum = 0;
  for (int i = 0; i < 40; i++)
    sum = sum * 0.5 + a[i] + b[i];
  printf("%.17g\n", sum);
}
