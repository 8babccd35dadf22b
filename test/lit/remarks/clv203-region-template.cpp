// CLV203: a region in a template is one text for several functions.
// RUN: %cleave_cxx %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <cstdio>

template <class T> void ramp(T *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV203: target region not split: it stands in a template; call a function that is no template for it [-Rpass-missed=cleave]
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

int main() {
  int a[1000];
  double b[1000];
  ramp(a, 1000);
  ramp(b, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d %g\n", a[i], b[i]);
}
