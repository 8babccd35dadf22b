// CLV055: the teams of a kernel combine an array in shared memory, in a region of one loop and in one of several.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV055
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-reduction=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV055
// Reproducible: the order of floating-point updates differs between runs.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-reduction=reproducible 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: CLV055: teams combine 'h' by
// ORDER: CLV055: teams combine 'h' by
// ORDER: CLV052: reduction left to the OpenMP run time: 'd' has floating-point elements, whose order of updates differs between runs
#include <stdio.h>

int main(void) {
  static int key[3000];
  int h[40], n = 3000;
  double d[40] = {0};
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 40;
  for (int k = 0; k < 40; k++)
    h[k] = k;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV055: teams combine 'h' by atomic updates of a copy in shared memory [-Rpass=cleave]
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++)
    h[key[i]]++;
#pragma omp target map(tofrom : key, h[0 : 40])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV055: teams combine 'h' by atomic updates of a copy in shared memory [-Rpass=cleave]
#pragma omp parallel for reduction(+ : h[0 : 40])
    for (int i = 0; i < n; i++)
      h[key[i]] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      key[i] += h[key[i]];
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV055: teams combine 'd' by atomic updates of a copy in shared memory [-Rpass=cleave]
#pragma omp target teams distribute parallel for reduction(+ : d) map(to : key)
  for (int i = 0; i < n; i++)
    d[i % 40] += 0.5 * key[i];
#pragma cleave reduction(off)
#pragma omp target teams distribute parallel for reduction(+ : h) map(to : key)
  for (int i = 0; i < n; i++)
    h[i % 40] -= key[i];
  for (int k = 0; k < 40; k++)
    printf("%d %.17g\n", h[k], d[k]);
}
