// CLV036: each iteration uses a part of its own of what is copied.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  double a[400], x[20], y[20];
  const int n = 20;
  for (int i = 0; i < n * n; i++)
    a[i] = x[i % n] = i;
#pragma omp target map(to : a[0 : n * n], x[0 : n]) map(from : y[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV036: loop pipelined with its transfers: 'a', 'y' [-Rpass=cleave]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  }
  for (int i = 0; i < n; i++)
    printf("%g\n", y[i]);
  return 0;
}
