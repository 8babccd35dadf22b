// CLV056: teams collect atomic updates in shared memory, in a region of one loop and in one of several.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV056
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-reduction=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV056
#include <stdio.h>

int main(void) {
  static int key[3000], h[40];
  int n = 3000, bins = 40;
  long *p = (long[40]){0};
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 40;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV056: teams collect atomic updates in shared memory: 'h' in 8 or 44 KiB [-Rpass=cleave]
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]]++;
  }
#pragma omp target data map(tofrom : p[0 : bins])
  {
#pragma omp target map(to : key)
    {
      p[0] = 5;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV056: teams collect atomic updates in shared memory: 'p' in 8 KiB [-Rpass=cleave]
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
#pragma omp atomic update relaxed
        p[key[i]] = p[key[i]] - i;
      }
    }
  }
#pragma cleave reduction(off)
#pragma omp target teams distribute parallel for map(to : key)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[key[i]] += 3;
  }
  for (int k = 0; k < bins; k++)
    printf("%d %ld\n", h[k], p[k]);
}
