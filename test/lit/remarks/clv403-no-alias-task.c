// CLV403: a kernel adds up in an array, but it is a task.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-NOT: cleave_disjoint
#include <stdio.h>

int main(void) {
  int a[64], sums[64];
  for (int i = 0; i < 64; i++)
    a[i] = i, sums[i] = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV403: not versioned for no-alias: 'nowait' defers the kernel, so its mappings are unknown at the overlap check; remove the clause if nothing runs concurrently with the region [-Rpass-missed=cleave]
#pragma omp target parallel for nowait map(to : a[0 : 64]) map(tofrom : sums[0 : 64])
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 64; k++)
      sums[i] += a[k];
#pragma omp taskwait
  for (int i = 0; i < 64; i++)
    printf("%d\n", sums[i]);
}
