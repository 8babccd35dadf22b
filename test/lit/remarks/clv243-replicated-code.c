// CLV243: a statement that every team or thread executes, which one kernel of one thread would not.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s -fplugin-arg-cleave-environments=off
#include <stdio.h>

int main(void) {
  int a[1000], teams = 0, threads = 0;
#pragma omp target teams map(from : a) map(tofrom : teams)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV243: target region not transformed: this statement is executed by every team; move it out of the region, or into a parallel loop [-Rpass-missed=cleave]
#pragma omp atomic
    teams++;
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
  }
#pragma omp target parallel map(tofrom : a, threads)
  {
#pragma omp for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV243: target region not transformed: this statement is executed by every thread
#pragma omp atomic
    threads++;
  }
  printf("%d %d\n", teams > 0, threads > 0);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
