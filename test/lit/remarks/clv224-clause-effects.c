// CLV224: an argument that does something would do it once for every kernel.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

static int asked;

static int length(void) {
  asked++;
  return 1000;
}

int main(void) {
  int *a = (int[1000]){0};
// CHECK: {{.*}}:[[#@LINE+1]]:33: remark: CLV224: target region not transformed: 'a[0 : length()]' has side effects and would be evaluated once per kernel; compute the value before the region [-Rpass-missed=cleave]
#pragma omp target map(tofrom : a[0 : length()])
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:46: remark: CLV224: target region not transformed: 'thread_limit(length())' has side effects
#pragma omp target map(tofrom : a[0 : 1000]) thread_limit(length())
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  printf("%d\n", asked);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
