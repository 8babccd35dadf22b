// CLV044: why an inner loop is not on the grid.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV043
// RUN: env CLEAVE_MAP=always %same_results %s
#include <stdio.h>

int main(void) {
  static double a[40][50];
  int n = 40;
// CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: remark: CLV044: inner loop not mapped to the grid: two iterations may access the same element of 'a': 'a[i][j] += a[i][j - 1] + 1;'; if they never do{{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < 50; j++)
      a[i][j] += a[i][j - 1] + 1;
  double sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      sum = sum * 0.5 + a[i][j];
  printf("%.17g\n", sum);
}
