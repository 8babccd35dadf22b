// CLV206: a function that the device may call runs its region on the device then, all at once.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

#pragma omp begin declare target
void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV206: target region not transformed: the enclosing code may itself run on the device [-Rpass-missed=cleave]
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
#pragma omp end declare target

int main(void) {
  int a[1000];
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
