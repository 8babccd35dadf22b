// CLV246: a pointer that the region sets, and one that it declares.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void shift(int *a, int *b, int n) {
  int *p = a;
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV246: target region not transformed: it modifies pointer 'p', or initializes it with a value that only the device knows; set the pointer before the region, do not modify it in the region, and use indices [-Rpass-missed=cleave]
    p = b[0] > 3 ? a : b;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2 * b[i];
  }
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV246: target region not transformed: it modifies pointer 'rest', or initializes it with a value that only the device knows
    int *rest = a + a[0];
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
      rest[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
      rest[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0}, b[1000] = {0};
  shift(a, b, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], b[i]);
}
