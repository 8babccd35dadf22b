// CLV031: what no kernel uses is mapped, and copied neither way.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave rewrite %s | FileCheck %s --check-prefix=TEXT
// RUN: %same_results %s
#include <omp.h>
#include <stdio.h>

int main(void) {
  double a[100], b[100], c[100], d[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = c[i] = d[i] = i;
// CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: remark: CLV031: 'b' is mapped but not copied: no kernel of this region uses it [-Rpass=cleave]
// CHECK-NOT: CLV03{{[123]}}
#pragma omp target map(tofrom : a, b) map(always, tofrom : c) map(always, to : d)
  {
// TEXT: target data map(tofrom: a) map(alloc: b) map(always, tofrom: c) map(always, to: d)
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += c[i] + d[i];
  }
  for (int i = 0; i < 100; i++)
    printf("%g %g %g\n", a[i], b[i], c[i]);
}
