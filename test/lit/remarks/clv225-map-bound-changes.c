// CLV225: the bound of a map clause changes while the region runs, and the item is more than a variable with sections.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
// A bound in a macro is written out, and computed once.
// RUN: %cleave_cc %host_offload -O2 -c %s -DALL=0:n -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=MACRO
// MACRO-NOT: CLV225
// MACRO: CLV001
// RUN: %same_results %s -DALL=0:n
#include <stdio.h>

struct vector {
  int *data;
};

#ifdef ALL
#define BOUNDS ALL
void ramp(struct vector v, int n) {
  int *a = v.data;
#pragma omp target map(from : a[BOUNDS])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    n = n / 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
#else
void ramp(struct vector v, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:43: remark: CLV225: target region not transformed: a map clause depends on 'n', which the region modifies; use a different variable in the map clause [-Rpass-missed=cleave]
#pragma omp target map(to : v) map(from : v.data[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] = i;
    n = n / 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      v.data[i] *= 2;
  }
}
#endif

int main(void) {
  int a[1000];
  ramp((struct vector){a}, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
