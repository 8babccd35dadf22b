// CLV130: why copies of a split region do not happen while its kernels run.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=CALLS
// RUN: %same_results %s
// RUN: %same_results %s -fplugin-arg-cleave-transfers=openmp
// CALLS-NOT: cleave_transfers
#include <stdio.h>

enum { N = 20000 };
static double a[N], b[N];

int main(void) {
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV130: transfers not overlapped with kernels: the region has a nowait clause [-Rpass-missed=cleave]
#pragma omp target map(tofrom : a, b) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += 2;
  }
#pragma omp taskwait
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV130: {{.*}}: the region has a depend clause
#pragma omp target map(tofrom : a, b) depend(inout : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += 2;
  }
// Both kernels use the one object: there is nothing to copy meanwhile.
// CHECK-NOT: CLV130
#pragma omp target map(tofrom : a) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 2;
  }
#pragma omp taskwait
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] + 3 * b[i];
  printf("%g\n", sum);
}
