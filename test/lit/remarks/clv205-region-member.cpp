// CLV205: a region that uses members of the object around it. One that uses none is split.
// RUN: %cleave_cxx %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cxx %host_offload -O2 -DNO_MEMBER_USED -c %s -o %t.o %remarks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: %unchanged %s
#include <cstdio>

struct ramp {
  int step;
  void fill(int *a, int n) {
#ifdef NO_MEMBER_USED
    int step = 3;
#endif
// NONE: {{.*}}:[[#@LINE+2]]:1: remark: CLV001:
// NONE-NOT: CLV205
#pragma omp target map(from : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV205: target region not split: it stands in a member function and uses this; copy the members it uses to local variables, in a function that is no member [-Rpass-missed=cleave]
        a[i] = i * step;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 2;
    }
  }
};

int main() {
  int a[1000];
  ramp{3}.fill(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
