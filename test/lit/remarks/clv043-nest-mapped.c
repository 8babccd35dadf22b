// CLV043: all loops of a nest are on the grid, with the lanes along the loop that coalesces accesses.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV043
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV043
#include <stdio.h>

int main(void) {
  static double a[40][50];
  int n = 40;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV043: loop nest mapped to the grid: consecutive threads execute consecutive iterations of 'j', which coalesces memory accesses; 2 loops are parallel [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 50; j++)
      a[i][j] += i * j;
#pragma cleave map(off)
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 50; j++)
      a[i][j] += i * j;
  double sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      sum = sum * 0.5 + a[i][j];
  printf("%.17g\n", sum);
}
