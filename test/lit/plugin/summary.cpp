// summary=on: one line on standard error after the compilation for the host, in one process and in two.
// RUN: %cleave_cxx %host_offload -fplugin-arg-cleave-summary=on -c %s -o %t.o 2>%t.err
// RUN: FileCheck %s --match-full-lines <%t.err
// CHECK: {{.*}}summary.cpp: 1 of 3 regions split; 1 distributed; 1 refused: CLV252
// CHECK-NOT: {{.}}
// RUN: %cleave_cxx %host_offload -fplugin-arg-cleave-summary=on -c -include stddef.h %s -o %t.o 2>%t.err
// RUN: FileCheck %s --match-full-lines <%t.err
// RUN: %cleave_cxx %host_offload -c %s -o %t.o 2>&1 | count 0
// RUN: %cleave_cxx %host_offload -DNONE -fplugin-arg-cleave-summary=on -c %s -o %t.o 2>&1 | count 0
#include <stdio.h>
#ifndef NONE
void run(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  volatile int k = 2;
#pragma omp target map(tofrom : a[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= k;
}
#endif
