// CLV244: without distribute, every team executes all iterations.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  int a[1000] = {0};
#pragma omp target teams num_teams(2) map(tofrom : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV244: target region not transformed: every team executes this whole loop; add distribute to the directive [-Rpass-missed=cleave]
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic
      a[i]++;
    }
  }
  printf("%d\n", a[0] > 0);
  for (int i = 1; i < 1000; i++)
    printf("%d\n", a[i] == a[0]);
}
