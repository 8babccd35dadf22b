// CLV220: clauses that speak of the region as a whole, or of a team it no longer has.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:41: remark: CLV220: target region not transformed: clause 'depend(mutexinoutset : a[0])' cannot be repeated on several kernels; remove the clause if the program does not need it [-Rpass-missed=cleave]
#pragma omp target map(from : a[0 : n]) depend(mutexinoutset : a[0])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:43: remark: CLV220: target region not transformed: clause 'depend(iterator(i = 0 : n), out : a[i])' cannot
#pragma omp target map(tofrom : a[0 : n]) depend(iterator(i = 0 : n), out : a[i])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV220: target region not transformed: clause 'default(firstprivate)' cannot
#pragma omp parallel for default(firstprivate)
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000];
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
