// CLV045: serial loops whose iterations are independent run on the whole device, some after a check for overlap.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV045
// RUN: env CLEAVE_SPLIT=always %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV045
#include <stdio.h>

int main(void) {
  double a[40 * 30], mean[30], other[30], s = 0;
  int n = 40, m = 30;
  for (int i = 0; i < n * m; i++)
    a[i] = i % 17 * 0.5;
#pragma omp target map(tofrom : a, other) map(from : mean)
  {
#pragma omp parallel for
    for (int j = 0; j < m; j++) {
      mean[j] = 0;
      for (int i = 0; i < n; i++)
        mean[j] += a[i * m + j];
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV045: serial loop distributed across all teams: its iterations are independent [-Rpass=cleave]
    for (int j = 0; j < m; j++)
      mean[j] /= n;
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      other[j] = mean[j];
  }
  double *p = a, *q = mean;
#pragma omp target map(tofrom : p[0 : n * m], q[0 : m])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i * m] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV045: {{.*}} independent if a run-time check finds no overlap [-Rpass=cleave]
    for (int j = 0; j < m; j++)
      p[j] += q[j];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i * m] += 1;
  }
  for (int i = 0; i < n * m; i++)
    s = s * 0.5 + a[i] + other[i % m];
  printf("%.17g\n", s);
}
