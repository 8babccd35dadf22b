// CLV901: host and device were given different options, so the program would lack a kernel.
// RUN: not %cleave_cc %host_offload -O2 -c %s -o %t.o \
// RUN:   -Xopenmp-target=x86_64-pc-linux-gnu -fplugin-arg-cleave-split=off 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -fplugin-arg-cleave-split=off 2>&1 | count 0
// RUN: %same_results %s

#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: error: CLV901: host and device compilations transform the target region differently at line [[#@LINE+1]]: only the host's compilation transforms it; use the same options and source for both, or exclude the region with -fplugin-arg-cleave-skip=[[#@LINE+1]]
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
