// CLV005: loops and branches that host values steer are executed by the host, around the kernels.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

void steps(int *a, int n, int count) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV005: 'for' runs on the host and launches the kernels in its body: its condition depends only on host values [-Rpass-analysis=cleave]
    for (int t = 0; t < count; t++) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        a[i] += t;
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV005: 'if' runs on the host and launches the kernels in its body: its condition depends only on host values [-Rpass-analysis=cleave]
      if (t % 2) {
#pragma omp parallel for
        for (int i = 1; i < n; i++)
          a[i] *= 2;
      }
    }
    int rest = count;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV005: 'while' runs on the host and launches the kernels in its body: its condition depends only on host values [-Rpass-analysis=cleave]
    while (rest > 0) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        a[i] -= rest;
      rest--;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV005: 'do' runs on the host and launches the kernels in its body: its condition depends only on host values [-Rpass-analysis=cleave]
    do {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        a[i] += 1;
      rest++;
    } while (rest < count);
  }
}

int main(void) {
  int a[1000] = {0};
  steps(a, 1000, 5);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
