// CLV252: variables that are more than plain ones.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void ramp(int *a, int n) {
  volatile int step = 3;
// CHECK: {{.*}}:[[#@LINE+5]]:18: remark: CLV252: target region not transformed: 'step' is volatile; use a plain variable in the region [-Rpass-missed=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i * step;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+6]]:7: remark: CLV252: target region not transformed: 'count' is _Atomic
  _Atomic int count = 0;
#pragma omp target map(tofrom : a[0 : n], count)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      count++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += count;
  }
#pragma omp target data map(to : a) map(tofrom : a[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV252: target region not transformed: pointer 'a' itself is mapped
#pragma omp target map(to : a)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0};
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
