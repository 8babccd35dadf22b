// CLV228: a reduction over teams with nowait would never end.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

static long s;

void total(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n], s) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV228: target region not transformed: a team reduction with nowait deadlocks in LLVM 19's OpenMP run time; remove nowait or the reduction [-Rpass-missed=cleave]
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += a[i];
  }
#pragma omp taskwait
}

int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  total(a, 100);
  printf("%ld\n", s);
}
