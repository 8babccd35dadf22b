// CLV054: a row stays with one thread: its sum keeps the order of the source and its operands cannot be computed ahead, or do not fit
// into shared memory, or a reduction clause keeps its own form.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV053 --implicit-check-not=CLV054
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
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV054: one thread executes all elements of a row: the sum of 'sum' keeps the order of the source, and its operands cannot be computed ahead; to permit another order, use reassociate=on{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(to : row, value) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 1;
    for (int k = row[i]; k < row[i + 1]; k++)
      for (int e = 0; e < 2; e++)
        sum += value[k];
    y[i] += sum;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV054: one thread executes all elements of a row: the sum of 's0' keeps the order of the source, and its operands do not fit into shared memory; to permit another order, use reassociate=on{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(to : row, value) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double s0 = 1, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0, s8 = 0, s9 = 0;
    for (int k = row[i]; k < row[i + 1]; k++) {
      const double v = value[k];
      s0 += 1 / (v + 0.5);
      s1 += 1 / (v + 1.5);
      s2 += 1 / (v + 2.5);
      s3 += 1 / (v + 3.5);
      s4 += 1 / (v + 4.5);
      s5 += 1 / (v + 5.5);
      s6 += 1 / (v + 6.5);
      s7 += 1 / (v + 7.5);
      s8 += 1 / (v + 8.5);
      s9 += 1 / (v + 9.5);
    }
    y[i] += s0 - s1 + s2 - s3 + s4 - s5 + s6 - s7 + s8 - s9;
  }
#pragma cleave reduction(off)
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV054: one thread executes all elements of a row: its reduction clause keeps its own form{{.*}} [-Rpass-missed=cleave]
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
