// CLV015, CLV016: the iterations of a distribute loop become several kernels; a value that flows between them is expanded.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
enum { N = 40, M = 100, K = 8 };
static double x[N * M], y[N * K];

int main(void) {
  for (int i = 0; i < N * M; i++)
    x[i] = i % 17;
  for (int i = 0; i < N * K; i++)
    y[i] = i % 7;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 2 kernels of one parallel loop each and 2 kernels of other statements [-Rpass=cleave]
#pragma omp target teams distribute map(tofrom : x, y)
  for (int r = 0; r < N; r++) {
// CHECK: {{.*}}:[[#@LINE+2]]:5: remark: CLV016: statements of the distribute loop compiled as a separate kernel: a team executes an iteration [-Rpass-analysis=cleave]
// CHECK: {{.*}}:[[#@LINE+1]]:12: remark: CLV015: 'mean' has an element for each iteration of the distribute loop, in device memory [-Rpass=cleave]
    double mean = 0;
#pragma omp parallel for reduction(+ : mean)
    for (int i = 0; i < M; i++)
      mean += x[r * M + i];
#pragma omp parallel for
    for (int i = 0; i < M; i++)
      x[r * M + i] -= mean / M;
// CHECK: {{.*}}:[[#@LINE+2]]:5: remark: CLV016: statements of the distribute loop compiled as a separate kernel: a thread executes an iteration
// CHECK: {{.*}}:[[#@LINE+1]]:12: remark: CLV015: 'sum' has an element
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < K; k++)
      sum += y[r * K + k];
#pragma omp parallel for
    for (int k = 0; k < K; k++)
      y[r * K + k] *= sum;
  }
  for (int i = 0; i < N * M; i++)
    printf("%.6f %g\n", x[i], y[i % (N * K)]);
}
