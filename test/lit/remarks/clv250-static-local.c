// CLV250: a static variable keeps its value on the device from one region to the next.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void ramp(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:16: remark: CLV250: target region not transformed: static variable 'calls' keeps its value between executions; declare it before the region and map it [-Rpass-missed=cleave]
    static int calls;
    calls++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += calls;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0};
  ramp(a, 1000);
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
