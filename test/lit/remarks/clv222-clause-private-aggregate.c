// CLV222: a copy for all kernels is too large for the stack, or is a pointer whose value only the device has.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  static int weights[20000] = {1, 2, 3, 4};
  int a[1000];
  int *first;
#pragma omp target map(from : a) firstprivate(weights)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV222: target region not transformed: 'weights' is private or firstprivate but not a scalar; map it, or declare it inside the region [-Rpass-missed=cleave]
    weights[0] = 5;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = weights[i % 4];
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
#pragma omp target map(tofrom : a) private(first)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV222: target region not transformed: 'first' is private or firstprivate
    first = a;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += first[0] > i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], weights[0]);
}
