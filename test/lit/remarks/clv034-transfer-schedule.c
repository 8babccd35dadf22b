// CLV034: before which kernel an object has to be there, and after which it is final.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  double a[100], b[100], c[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = c[i] = i;
// CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: remark: CLV034: transfers: 'a' must be on the device before the kernel on line [[#@LINE+5]] [-Rpass-analysis=cleave]
// CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: remark: CLV034: transfers: 'b' is final after the kernel on line [[#@LINE+4]]
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV034: transfers: 'c' must be on the device before the loop on line [[#@LINE+6]], and is final after the kernel on line [[#@LINE+11]]
#pragma omp target map(tofrom : a, b, c)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = a[i];
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        c[i] += b[i] + a[i];
    }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      c[i] *= a[i];
  }
  for (int i = 0; i < 100; i++)
    printf("%g %g\n", b[i], c[i]);
}
