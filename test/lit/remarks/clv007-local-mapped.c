// CLV007: a variable declared in the region whose value passes from one kernel to the next.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i % 10;
#pragma omp target map(tofrom : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:9: remark: CLV007: 'sum', declared in the region, stays in device memory across its kernels [-Rpass-analysis=cleave]
    int sum = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:9: remark: CLV007: 'twice', declared in the region, stays in device memory across its kernels [-Rpass-analysis=cleave]
    int twice[1000];
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; i++) {
      sum += a[i];
      twice[i] = 2 * a[i];
    }
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = twice[i] + sum;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
