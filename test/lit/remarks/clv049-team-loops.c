// CLV049: a team executes an iteration of the loop, and its threads share the loops in the body.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV049
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV049
#include <stdio.h>

int main(void) {
  static double a[40][50], b[40][50];
  int n = 40;
  for (int i = 0; i < 2000; i++)
    a[i / 50][i % 50] = i % 7 * 0.1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV049: a team executes an iteration of this loop: its threads share the iterations of 2 loops in the body [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 3; t++) {
      for (int j = 1; j < 49; j++)
        b[i][j] = a[i][j - 1] + a[i][j + 1];
      for (int j = 1; j < 49; j++)
        a[i][j] = b[i][j];
    }
  double sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      sum = sum * 0.5 + a[i][j];
  printf("%.17g\n", sum);
}
