// CLV059: the reason why a serial loop that passes values from iteration to iteration stays in one thread.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV058 --implicit-check-not=CLV059
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload -O1 -ffast-math -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=FAST
// FAST: CLV058: {{.*}} 'sum'
#include <stdio.h>

int main(void) {
  static double x[500], y[500];
  static int a[500];
  int n = 500, last = 0;
  short narrow = 0;
  for (int i = 0; i < n; i++)
    x[i] = i % 7 * 0.3, a[i] = i % 5;
#pragma omp target map(to : x) map(from : y) map(tofrom : a, last, narrow)
  {
    double sum = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: 'sum' keeps the order of the source; to permit another one, use reassociate=on{{.*}} [-Rpass-missed=cleave]
    for (int i = 0; i < n; i++) {
      sum += x[i];
      y[i] = sum;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: two iterations may access the same element of 'a'{{.*}} [-Rpass-missed=cleave]
    for (int i = 1; i < n; i++) {
      last += a[i - 1];
      a[i] = last & 3;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV059: serial loop stays in one thread: 'narrow' has an unsupported type{{.*}} [-Rpass-missed=cleave]
    for (int i = 1; i < n; i++)
      narrow += a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += 1;
  }
  double all = last + narrow;
  for (int i = 0; i < n; i++)
    all = all * 0.5 + y[i] + a[i];
  printf("%.17g\n", all);
}
