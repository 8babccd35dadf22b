// CLV046: sums that some threads of a team add up, while all of them load.
// RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=small %host_offload -O1 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: env CLEAVE_MAP=tiles %same_results %s -fplugin-arg-cleave-shared-tiles=small
#include <stdio.h>

int main(void) {
  static double a[40][50], x[50], y[40];
  int n = 40;
  for (int i = 0; i < 2000; i++)
    a[i / 50][i % 50] = i % 7 * 0.1, x[i % 50] = i % 50 * 0.3;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV046: sums staged in shared memory: teams load 4 iterations of 'j' for 3 sums, with 0.4 KiB of shared memory [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(tofrom : y) map(to : a, x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 50; j++)
      y[i] += a[i][j] * x[j];
  double sum = 0;
  for (int i = 0; i < 40; i++)
    sum = sum * 0.5 + y[i];
  printf("%.17g\n", sum);
}
