// CLV209: split=off. A region of one loop may be widened all the same.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-split=off 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -DONE_MORE -c %s -o %t.o %remarks -fplugin-arg-cleave-split=off 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: %unchanged %s -fplugin-arg-cleave-split=off
#include <stdio.h>

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV209: target region not transformed: disabled by split=off [-Rpass-missed=cleave]
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
#ifdef ONE_MORE
// ONE: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
#endif
}

int main(void) {
  int a[1000];
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
