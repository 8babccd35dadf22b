// CLV253: a reduction into a part of an array.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  int a[1000], histogram[8] = {0};
#pragma omp target map(from : a) map(tofrom : histogram)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i * 7 % 64;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV253: target region not transformed: 'reduction(+ : histogram[0 : 4])' on a loop lists items that are not whole variables; reduce into a scalar or a whole array [-Rpass-missed=cleave]
#pragma omp parallel for reduction(+ : histogram[0 : 4])
    for (int i = 0; i < 1000; i++)
      histogram[a[i] % 4]++;
  }
  for (int i = 0; i < 8; i++)
    printf("%d\n", histogram[i]);
}
