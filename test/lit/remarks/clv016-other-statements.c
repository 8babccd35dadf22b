// CLV016: what is between parallel loops of a distribute loop becomes a kernel over the iterations of that loop.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
enum { N = 40, M = 100 };
static double x[N * M];

int main(void) {
  for (int i = 0; i < N * M; i++)
    x[i] = i % 17;
#pragma omp target teams distribute map(tofrom : x)
  for (int r = 0; r < N; r++) {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV016: statements of the distribute loop compiled as a separate kernel: a thread executes an iteration
    x[r * M] += 1;
#pragma omp parallel for
    for (int i = 1; i < M; i++)
      x[r * M + i] -= x[r * M];
  }
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    sum += x[i] * (i % 5);
  printf("%g\n", sum);
}
