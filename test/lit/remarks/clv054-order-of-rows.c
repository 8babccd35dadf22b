// CLV054: a row stays with one thread: its sum keeps the order of the source, or the loop has a reduction clause.
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV053 --implicit-check-not=CLV054
// RUN: %same_results %s
// RUN: %cleave_cc %host_offload -O1 -ffast-math -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=FAST
// FAST: CLV053
#include <stdio.h>

int main(void) {
  static int row[101];
  static double value[500], y[100];
  int n = 100, changes = 0;
  for (int i = 0; i < n; i++)
    row[i + 1] = row[i] + i % 10;
  for (int k = 0; k < 500; k++)
    value[k] = k % 7 * 0.3;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV054: one thread executes all elements of a row: the sum of 'sum' keeps the order of the source; to permit another one, use reassociate=on [-Rpass-analysis=cleave]
#pragma omp target teams distribute parallel for map(to : row, value) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 1;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k];
    y[i] += sum;
  }
#pragma cleave reduction(off)
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV054: one thread executes all elements of a row: the loop has a reduction clause [-Rpass-analysis=cleave]
#pragma omp target teams distribute parallel for map(to : row, value) reduction(+ : changes)
  for (int i = 0; i < n; i++) {
    unsigned some = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      some += value[k] > 1;
    changes += some > 2;
  }
  double all = 0;
  for (int i = 0; i < n; i++)
    all = all * 0.5 + y[i];
  printf("%.17g %d\n", all, changes);
}
