// CLV280: split(off) leaves the whole region alone, its widening as well.
// RUN: %cleave_cc %host_offload --offload-host-only -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %unchanged %s
// RUN: sed '/pragma cleave/d' %s > %t.without.c
// RUN: %cleave_cc %host_offload -O2 -c %t.without.c -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: CLV001:
// WITHOUT: CLV002:
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV280: target region not transformed: disabled by '#pragma cleave split(off)' [-Rpass-missed=cleave]
#pragma cleave split(off)
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV280:
#pragma cleave split(off) widen(assume)
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] += 5;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
