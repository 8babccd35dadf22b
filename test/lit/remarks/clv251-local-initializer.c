// CLV251: an object with a constant member cannot be assigned in a kernel.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

struct range {
  const int first;
  int length;
};

void ramp(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:18: remark: CLV251: target region not transformed: the initializer of 'range' cannot be converted to assignments; initialize it in a loop or by assignments [-Rpass-missed=cleave]
    struct range range = {a[3], 4};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = range.first;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= range.length;
  }
}

int main(void) {
  int a[1000] = {0};
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
