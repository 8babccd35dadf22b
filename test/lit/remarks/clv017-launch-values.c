// CLV017: bounds that only the device has.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
// RUN: %cleave rewrite %s > %t.rewritten.c
// RUN: %clang %host_offload -O1 -Wall -Wextra -Wshadow -Werror %t.rewritten.c -o %t.rewritten
// RUN: %clang %host_offload -O1 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>

void prefix(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 3 kernels of one parallel loop each, 1 kernel of other statements and 1 kernel of loop bounds [-Rpass=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
    int last = n - 10;
    a[0] = 500;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV017: the host receives 'a[0]' from the device before the launch, for the number of iterations [-Rpass-analysis=cleave]
    for (int i = 1; i < a[0]; i++)
      a[i] = i;
#pragma omp parallel for reduction(max : last)
    for (int i = 1; i < n; i++)
      last = last > a[i] ? last : a[i];
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV017: the host receives 'last / 2' from the device
    for (int i = 1; i < last / 2; i++)
      a[i] *= 2;
  }
}

int main(void) {
  int a[1000] = {0};
  prefix(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
