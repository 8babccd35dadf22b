// CLV006: a scalar that the region writes, but that belongs to it alone, keeps its host value.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  int a[1000], sum = 1, last = -1;
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV006: privatized 'sum': the kernels use a copy, whose value is not copied back, as in the original region [-Rpass-analysis=cleave]
    sum = 10;
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV006: privatized 'last': the kernels use a copy, whose value is not copied back, as in the original region [-Rpass-analysis=cleave]
    last = a[999];
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += sum + last;
  }
  // 1 and -1: both are firstprivate in the region.
  printf("%d %d\n", sum, last);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
