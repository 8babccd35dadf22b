// CLV111: a reduction with nowait stays in one team; without nowait it is widened.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -DWAIT 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: %unchanged %s
#include <stdio.h>

#ifdef WAIT
#define NOWAIT
#else
#define NOWAIT nowait
#endif

int main(void) {
  int a[1000], s = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
// CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: remark: CLV111: loop not distributed across teams: a team reduction with nowait deadlocks
// CHECK-NOT: CLV002
// WAIT: {{.*}}:[[#@LINE+1]]:1: remark: CLV002
#pragma omp target parallel for reduction(+ : s) map(to : a) NOWAIT
  for (int i = 0; i < 1000; i++)
    s += a[i];
#pragma omp taskwait
  printf("%d\n", s);
}
