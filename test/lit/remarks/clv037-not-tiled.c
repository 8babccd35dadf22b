// CLV037: the iterations use columns, which are not one behind the other in memory.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  double a[400];
  const int n = 20;
  for (int i = 0; i < n * n; i++)
    a[i] = i;
#pragma omp target map(tofrom : a[0 : n * n])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV037: loop not pipelined with its transfers: no copied array is divided into adjacent parts, one for each iteration [-Rpass-analysis=cleave]
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[i * n + j] += i;
  for (int i = 0; i < n * n; i++)
    printf("%g\n", a[i]);
  return 0;
}
