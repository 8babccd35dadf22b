// CLV269: clang 19 compiles lastprivate on distributed loops wrongly for GPUs. A loop without the clause is split.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
#include <stdio.h>

int main(void) {
  int a[1000], x = -1;
#pragma omp target teams map(tofrom : a, x)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV269: target region not transformed: on GPUs, clang 19 stores a wrong last value of 'x' after a distributed loop; compute the value from the iteration variable, or write 'parallel for' in a region without teams [-Rpass-missed=cleave]
#pragma omp distribute parallel for lastprivate(x)
    for (int i = 0; i < 1000; i++)
      x = a[i] * 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001
#pragma omp target teams map(tofrom : a, x)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += x;
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  printf("%d %d\n", a[999], x);
}
