// CLV248: the number of iterations of a parallel loop is read from mapped memory.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void prefix(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
    a[0] = 500;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV248: target region not transformed: the bounds of a parallel loop read 'a', known only on the device; copy the bound to a scalar in a statement before the loop [-Rpass-missed=cleave]
    for (int i = 1; i < a[0]; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0};
  prefix(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
