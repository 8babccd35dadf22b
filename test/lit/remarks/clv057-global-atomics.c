// CLV057: atomic updates of an array stay in global memory, with the reason.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV05
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
#include <stdio.h>

int main(void) {
  static int key[3000], count[40];
  static double sum[40];
  int n = 3000;
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 40;
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV057: atomic updates stay in global memory: 'sum': another grouping changes floating-point sums; to permit it, use reassociate=on{{.*}} [-Rpass-missed=cleave]
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV056: teams collect atomic updates in shared memory: 'count' in 8 or 44 KiB [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    count[key[i]]++;
#pragma omp atomic
    sum[key[i]] += i;
  }
  for (int k = 0; k < 40; k++)
    printf("%d %.17g\n", count[k], sum[k]);
}
