// CLV265: a part of an array without a map clause may be on the device, which a map clause cannot extend.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void enter(int *a, int n);

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  enter(a, 500);
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 500; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV265: target region not transformed: 'a' has no map clause, and other code may have mapped part of it; add a map clause for it [-Rpass-missed=cleave]
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 500; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}

void enter(int *a, int n) {
#pragma omp target enter data map(to : a[0 : n])
}
