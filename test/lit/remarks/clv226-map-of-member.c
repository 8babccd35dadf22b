// CLV226: a map clause that goes through a member.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

struct vector {
  int *data;
  int length;
};

void ramp(struct vector v) {
  int n = v.length;
// CHECK: {{.*}}:[[#@LINE+1]]:40: remark: CLV226: target region not transformed: the mapped member 'v.data[0 : n]' cannot be shared by several kernels; copy the member pointer to a local variable before the region; map and use that variable [-Rpass-missed=cleave]
#pragma omp target nowait map(tofrom : v.data[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] *= 2;
  }
#pragma omp taskwait
}

int main(void) {
  int a[1000];
  ramp((struct vector){a, 1000});
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
