// CLV040: each iteration writes a part of its own, and what all of them read is written by nobody.
// RUN: %cleave_cc %host_offload --offload-host-only -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  double a[400], x[20], y[20];
  const int n = 20;
  for (int i = 0; i < n * n; i++)
    a[i] = x[i % n] = i;
#pragma cleave pipeline(devices)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV040: at run time, tiles of this loop may be distributed across all devices, as pipeline(devices) requests [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(to : a[0 : n * n], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i * n + j] * x[j];
  }
#pragma omp target map(tofrom : a[0 : n * n]) map(to : x)
  {
#pragma cleave pipeline(devices)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV040:
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * n + j] *= x[j];
  }
  for (int i = 0; i < n * n; i++)
    printf("%g %g\n", a[i], y[i % n]);
  return 0;
}
