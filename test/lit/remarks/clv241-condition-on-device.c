// CLV241: a condition around loops that reads what the device computes, where no kernel can be asked.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s -fplugin-arg-cleave-environments=off
#include <stdio.h>

void halve(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n]) nowait
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV241: target region not transformed: the control flow around its loops reads 'a', known only on the device; control the loops with a scalar that the region does not compute from mapped data [-Rpass-missed=cleave]
    while (a[0] > 10) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] /= 2;
    }
  }
#pragma omp taskwait
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV241: target region not transformed: the control flow around its loops reads 'a'
    for (int k = a[1] > 3; k < 2; k++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  }
#pragma omp target teams num_teams(2) map(tofrom : a[0 : n])
  {
// One loop: there is nothing to split.
    if (a[1] > 0) {
#pragma omp distribute parallel for
      for (int i = 2; i < n; i++)
        a[i] += 1;
    }
  }
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+9]]:{{[0-9]+}}: remark: CLV241: target region not transformed: the control flow around its loops reads 'a'
    do {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
      a[0]++;
      if (n > 1000)
        continue;
      a[1] = 0;
    } while (a[0] < 10);
  }
}

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = 1000 + i;
  halve(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
