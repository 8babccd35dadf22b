// CLV245: what is declared in the region and has a size that only the device knows.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:9: remark: CLV245: target region not transformed: 't', declared in the region, cannot be shared by several kernels; declare it before the region and map it, or inside the loop that uses it [-Rpass-missed=cleave]
    int t[a[0] + n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      t[i] = 2 * a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = t[i];
  }
}

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  twice(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
