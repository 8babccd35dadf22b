// CLV211: a word of the transformed text is the name of a macro.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -DUNDEFINED -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: %unchanged %s
#include <stdio.h>

#define from 3
#ifdef UNDEFINED
#undef from
#endif
enum { n = 1000 };
static int a[n];

int main(void) {
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV211: target region not transformed: the generated text needs the word 'from', which is a macro here; rename the macro, or undefine it before the region [-Rpass-missed=cleave]
// FREE: {{.*}}:[[#@LINE+1]]:1: remark: CLV001:
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < n; i++)
    printf("%d\n", a[i]);
}
