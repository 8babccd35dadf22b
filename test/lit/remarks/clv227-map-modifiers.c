// CLV227: a map modifier that does not mean the same on several kernels.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

typedef struct {
  int *data, length;
} vector;
#pragma omp declare mapper(whole : vector v) map(v, v.data[0 : v.length])

void ramp(int *a, int n) {
  vector v = {a, n};
// CHECK: {{.*}}:[[#@LINE+1]]:55: remark: CLV227: target region not transformed: the map modifier of 'v' cannot be repeated on several kernels; remove the modifier if the program does not need it [-Rpass-missed=cleave]
#pragma omp target nowait map(mapper(whole), tofrom : v)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] *= 2;
  }
#pragma omp taskwait
}

int main(void) {
  int a[1000] = {0};
  ramp(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
