// CLV208: skip= names the lines of the regions to leave alone. The one that is not named is split.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-skip=%(line+7):%(line+18) 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-skip=%(line+6) 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %unchanged %s -fplugin-arg-cleave-skip=%(line+5):%(line+16)
#include <stdio.h>

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV208: target region not transformed: excluded by skip= [-Rpass-missed=cleave]
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV208:
// ONE: {{.*}}:[[#@LINE+1]]:1: remark: CLV001:
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 5;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000];
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
