// If an iteration accesses many elements, one iteration has enough loads in flight, so more teams share a short loop. The order of the
// sum depends on the number of iterations only.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 %host_offload %s -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu | FileCheck %s
// CHECK: launches teams threads
// CHECK-DAG: 1 253 256 {{.*}} residual:
// CHECK-DAG: 1 32 256 {{.*}} square:
#include <stdio.h>

enum { N = 254, M = N + 2 };
static float u[M * M], f[M * M];

static float residual(void) { // the sums are exact: their values are small integers
  float error = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : error) map(to : u) map(tofrom : f)
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++) {
      const float next = u[(i - 1) * M + j] + u[(i + 1) * M + j] + u[i * M + j - 1] + u[i * M + j + 1];
      error += next - 4 * u[i * M + j];
      f[i * M + j] = next;
    }
  return error;
}

static float square(void) {
  float sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : u)
  for (int i = 0; i < N * N; i++) sum += u[i] * u[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < M * M; i++) u[i] = (float)(i * 7 % 5);
  const float first = residual(), second = square();
  double rest = 0;
  for (int i = 0; i < M * M; i++) rest += f[i] * (i % 11);
  printf("%.1f %.1f %.1f\n", first, second, rest);
}
