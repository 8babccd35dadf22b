// CLV240: jumps between what would be kernels.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void ramp(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    if (n > 10)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV240: target region not transformed: goto may jump from one kernel into another; use structured control flow [-Rpass-missed=cleave]
      goto out;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  out:;
  }
}

int main(void) {
  int a[1000];
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
