// CLV047: neighboring loops in one kernel.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV047
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-fuse=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV04{{[78]}}
#include <stdio.h>

int main(void) {
  static double x[40], r[40];
  int n = 40;
#pragma omp target map(tofrom : x, r)
  for (int t = 0; t < 3; t++) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV047: neighboring loops fused into one kernel: 2 loops, up to line [[#@LINE+4]] [-Rpass=cleave]
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += i;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      r[i] -= x[i];
    x[0] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += i;
#pragma cleave map(off)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      r[i] -= x[i];
  }
  double sum = 0;
  for (int i = 0; i < 40; i++)
    sum = sum * 0.5 + x[i] + r[i];
  printf("%.17g\n", sum);
}
