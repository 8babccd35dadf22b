// CLV210: regions beyond the limit of bisect= stay as they are.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-bisect=0 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-bisect=100 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// With bisect=2 the split of the first region is beyond the limit, and so is all that follows.
// RUN: %cleave_cc %host_offload -O2 -DONE_MORE -c %s -o %t.o %remarks -fplugin-arg-cleave-bisect=2 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,MORE --implicit-check-not=-Rpass=cleave
// RUN: %unchanged %s -fplugin-arg-cleave-bisect=0
#include <stdio.h>

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV210: target region not transformed: beyond the limit set by bisect= [-Rpass-missed=cleave]
// MANY: {{.*}}:[[#@LINE+1]]:1: remark: CLV001:
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
// MORE: {{.*}}:[[#@LINE+1]]:1: remark: CLV110:
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
