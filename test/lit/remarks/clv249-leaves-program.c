// CLV249: a call that ends the program, or jumps out of it, from the device.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>
#include <stdlib.h>

void ramp(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
    if (a[0])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV249: target region not transformed: it calls 'abort', whose effect would be limited to one kernel; move the call out of the region [-Rpass-missed=cleave]
      abort();
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
