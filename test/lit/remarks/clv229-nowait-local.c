// CLV229: a value on the device that passes between kernels, whose block ends before they run.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

void scale(int *a, int n) {
  int last;
#pragma omp target map(tofrom : a[0 : n]) nowait
  {
// CHECK: {{.*}}:[[#@LINE+1]]:9: remark: CLV229: target region not transformed: with nowait, its kernels may read 'first' after its scope has ended; map the variable and keep it alive, or remove nowait [-Rpass-missed=cleave]
    int first;
    first = a[0];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= first;
  }
#pragma omp taskwait
#pragma omp target map(tofrom : a[0 : n]) private(last) nowait
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV229: target region not transformed: with nowait, its kernels may read 'last'
    last = a[n - 1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += last;
  }
#pragma omp taskwait
}

int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i + 2;
  scale(a, 100);
  for (int i = 0; i < 100; i++)
    printf("%d\n", a[i]);
}
