// CLV033: what no kernel may write does not come back.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave rewrite %s | FileCheck %s --check-prefix=TEXT
// RUN: %same_results %s
#include <stdio.h>

static double a[100], b[100], scale = 3;

int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV033: no copy to the host: no kernel writes 'scale' [-Rpass=cleave]
#pragma omp target map(tofrom : scale)
  { // TEXT: target data map(to: scale, a) map(tofrom: b)
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV033: no copy to the host: no kernel writes 'a' [-Rpass=cleave]
      b[i] += scale * a[i];
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] += 1;
  }
// What a serial statement, a reduction, an atomic construct or another name writes, comes back.
// CHECK-NOT: CLV03{{[123]}}
  double sum = 0, *p = a;
#pragma omp target map(tofrom : a, b, sum, scale)
  { // TEXT: target data map(tofrom: a, b, sum, scale)
    scale += 1;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += a[i];
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
      b[i / 2] += 1;
      p[i] += 1;
    }
  }
  printf("%g %g\n", sum, scale);
  for (int i = 0; i < 100; i++)
    printf("%g %g\n", a[i], b[i]);
}
