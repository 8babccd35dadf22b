// CLV242: a condition around the loops does more than read values: it computes, or changes something.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

static int next(int t) {
  return t + 1;
}

void steps(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV242: target region not transformed: loop condition uses floating-point arithmetic; it cannot be evaluated on the host; assign the condition to a variable in a separate statement of the region, before each test [-Rpass-missed=cleave]
  for (double x = 0; x < 0.95; x += 0.1) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#pragma omp target map(tofrom : a[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV242: target region not transformed: loop condition calls a function
  for (int t = 0; t < 3; t = next(t)) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0};
  steps(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
