// CLV050: the teams of a kernel combine its reductions, in a region of one loop and in one of several.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV050
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-reduction=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV050
// In C++, after omp.h.
// RUN: %cleave_cxx %host_offload -O1 -x c++ -include omp.h -c %s -o %t.o
#include <stdio.h>

int main(void) {
  static double x[3000];
  double s = 0, most = 0;
  int n = 3000, count = 0;
  for (int i = 0; i < n; i++)
    x[i] = i % 7 * 0.25;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV050: teams combine the values of 's' in an order that is the same on every grid [-Rpass=cleave]
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x)
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma omp target map(tofrom : x, most, count)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV050: teams combine the values of 'most, count' in an order that is the same on every grid [-Rpass=cleave]
#pragma omp parallel for reduction(max : most) reduction(+ : count)
    for (int i = 0; i < n; i++) {
      most = most < x[i] ? x[i] : most;
      count += x[i] > 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = most - x[i];
  }
#pragma cleave reduction(off)
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x)
  for (int i = 0; i < n; i++)
    s += x[i];
  printf("%.17g %.17g %d\n", s, most, count);
}
