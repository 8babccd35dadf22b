// CLV256: a clause of a loop that reads a mapped scalar.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  int a[1000], threads = 2;
#pragma omp target map(from : a) map(tofrom : threads)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
    threads = 4;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV256: target region not transformed: the host evaluates 'num_threads(threads)', which reads mapped memory or a value computed in the region; compute the value before the region, in a scalar that the region does not map [-Rpass-missed=cleave]
#pragma omp parallel for num_threads(threads)
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  printf("%d\n", threads);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
