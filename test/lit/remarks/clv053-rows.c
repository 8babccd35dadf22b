// CLV053: lanes share the elements of a row. If the order of the operations decides the result, and the user permits no other one, a thread
// executes the updates in the order of the source.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV053 --implicit-check-not=CLV054
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV05{{[34]}}
#include <stdio.h>

int main(void) {
  static int row[101], label[500];
  static double value[500], y[100];
  static int least[100];
  int n = 100;
  for (int i = 0; i < n; i++)
    row[i + 1] = row[i] + i % 10;
  for (int k = 0; k < 500; k++) {
    value[k] = k % 7 * 0.25; /* exact in any order, so that results can be compared */
    label[k] = k * 37 % 101;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread; short rows keep one thread, and teams share huge ones [-Rpass=cleave]
#pragma cleave reassociate(on)
#pragma omp target teams distribute parallel for map(to : row, value) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 1;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k];
    y[i] += sum;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread; short rows keep one thread, and teams share huge ones [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(to : row, label) map(tofrom : least)
  for (int i = 0; i < n; i++) {
    int smallest = 1000;
    for (int k = row[i]; k < row[i + 1]; k++)
      if (label[k] < smallest)
        smallest = label[k];
    least[i] = smallest;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV053: lanes share the elements of a row: operands by lanes, updates of 'sum' in source order; short rows keep one thread [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(to : row, value) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double sum = 1;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k];
    y[i] += sum;
  }
  double all = 0;
  for (int i = 0; i < n; i++)
    all = all * 0.5 + y[i] + least[i];
  printf("%.17g\n", all);
}
