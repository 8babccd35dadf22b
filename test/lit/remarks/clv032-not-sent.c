// CLV032: what is overwritten before it is read is not sent. A pragma and an option keep the copies.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %cleave rewrite %s | FileCheck %s --check-prefix=TEXT
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-transfers=off | FileCheck %s --check-prefix=TEXT-OFF
// RUN: %same_results %s
// RUN: %same_results %s -fplugin-arg-cleave-transfers=off
// OFF-NOT: CLV03
#include <stdio.h>

int main(void) {
  double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
// CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: remark: CLV032: no copy to the device: 'b' is overwritten completely before it is read (line [[#@LINE+6]]) [-Rpass=cleave]
// TEXT-OFF: target data map(tofrom: a, b)
#pragma omp target map(tofrom : a, b)
  { // TEXT: target data map(to: a) map(from: b)
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = 2 * a[i];
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] += a[i];
  }
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV032: no copy to the device: no kernel reads 'a' [-Rpass=cleave]
#pragma omp target map(to : a) map(tofrom : b)
  { // TEXT: target data map(alloc: a) map(tofrom: b)
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] += i;
  }
// CHECK-NOT: CLV03{{[123]}}
#pragma cleave transfers(off)
#pragma omp target map(to : a) map(tofrom : b)
  { // TEXT: target data map(to: a) map(tofrom: b)
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] += i;
  }
  for (int i = 0; i < 100; i++)
    printf("%g %g\n", a[i], b[i]);
}
