// CLV255: a statement of which a macro holds one end only, and that macro cannot be written out.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

/* __COUNTER__ would count on, were it read twice. */
#define TWO_STORES a[0] = __COUNTER__; a[1] = a[0]

int main(void) {
  int a[1000];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV255: target region not transformed: this statement begins or ends inside a macro expansion, which cannot be edited; write the statement out, or let the macro contain whole statements [-Rpass-missed=cleave]
    TWO_STORES + 4;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
