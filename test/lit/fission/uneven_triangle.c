// A triangle on the grid has threads without an iteration. Its kernel gets a team for each 128 threads, and not only those that are
// resident at a time: 608 x 608 / 128.
// RUN: %cleave_cc -O2 %link_sm90 %s -o %t
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %gpu %t 2>&1 | FileCheck %s
// CHECK: triangle_l{{[0-9]+}}{{.*}} with 2888 blocks and 128 threads
// CHECK: right
#include <stdio.h>

enum { N = 608 };
static double a[N * 2], b[N * N];

static void triangle(int n, int m, const double *a, double *b) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * m]) map(tofrom : b[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[i * m + k] * a[j * m + k];
      b[i * n + j] = sum;
    }
}

int main(void) {
  for (int i = 0; i < N * 2; i++)
    a[i] = i % 17;
  triangle(N, 2, a, b);
  int wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += b[i * N + j] != (j < i ? 0 : a[i * 2] * a[j * 2] + a[i * 2 + 1] * a[j * 2 + 1]);
  printf("%s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
