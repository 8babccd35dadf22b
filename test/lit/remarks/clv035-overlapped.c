// CLV035: what is copied while kernels run.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=openmp 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=reduced 2>&1 | FileCheck %s --check-prefix=NOT
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=off 2>&1 | FileCheck %s --check-prefix=NOT
// RUN: %cleave explain --all %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: %same_results %s
// RUN: %same_results %s -fplugin-arg-cleave-transfers=openmp
// NOT-NOT: CLV035
// EXPLAIN: + line {{[0-9]+}}: CLV035: transfers overlapped with kernels: 'b', 'c' to the device, 'a', 'b' to the host
#include <stdio.h>

enum { N = 20000 };
static double a[N], b[N], c[N], d[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = i;
// CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: remark: CLV035: transfers overlapped with kernels: 'b', 'c' to the device, 'a', 'b' to the host [-Rpass=cleave]
// CHECK-NOT: CLV035
#pragma omp target map(tofrom : a, b, c)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += 2;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      c[i] *= 3;
  }
// What both kernels use, and what #pragma cleave speaks of.
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] *= 2;
  }
#pragma cleave transfers(off)
#pragma omp target map(tofrom : a, d)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      d[i] *= 2;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] + 3 * b[i] + 7 * c[i] + 11 * d[i];
  printf("%g\n", sum);
}
