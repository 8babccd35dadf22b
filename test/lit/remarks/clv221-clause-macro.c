// CLV221: clauses and map items whose text comes from a macro that cannot be written out.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

/* A macro of its own name would be expanded once more. */
#define n n
#define RESULT map(from : a[0 : n])
#define THREADS num_threads(n ? 4 : 2)

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV221: target region not transformed: '{{.*}}' begins or ends inside a macro that cannot be expanded in the source; write the clause without the macro [-Rpass-missed=cleave]
#pragma omp target RESULT
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV221: target region not transformed: '{{.*}}' begins or ends inside a macro
#pragma omp parallel for THREADS
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
