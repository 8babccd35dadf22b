// CLV201: directives from macros that cannot be written out, of the region itself or of a loop in it.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

/* __COUNTER__ would count on, were it read twice. */
#define ON_DEVICE (void)__COUNTER__; _Pragma("omp target map(from : a)")
/* A macro of its own name would be expanded once more. */
#define IN_PARALLEL _Pragma("omp parallel for")
#define a a

int main(void) {
  int a[1000];
// CHECK-NOT: CLV001
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV201: target region not transformed: a directive comes from a macro that cannot be expanded in the source; write the directives with #pragma [-Rpass-missed=cleave]
  ON_DEVICE
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV201:
#pragma omp target map(tofrom : a)
  {
    IN_PARALLEL
    for (int i = 0; i < 1000; i++)
      a[i] += 3;
    IN_PARALLEL
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
