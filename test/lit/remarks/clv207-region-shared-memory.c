// CLV207: with unified shared memory nothing is mapped, so copies would not be what the program sees.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

#pragma omp requires unified_shared_memory

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV207: target region not transformed: the file requires unified shared memory [-Rpass-missed=cleave]
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
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
