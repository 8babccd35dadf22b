// CLV225: the bound of a map clause changes while the region runs, and its text is not at hand.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

#define ALL 0 : n

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:31: remark: CLV225: target region not transformed: a map clause depends on 'n', which the region changes; use another variable in the map clause [-Rpass-missed=cleave]
#pragma omp target map(from : a[ALL])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    n = n / 2;
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
