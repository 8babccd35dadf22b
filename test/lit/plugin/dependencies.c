// The dependency files are those of plain clang, the main file and its headers included.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %host_offload -MD -MF %t/plain.d -c %s -o %t/out.o
// RUN: %cleave_cc %host_offload -MD -MF %t/cleave.d -c %s -o %t/out.o -Rpass=cleave 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRANSFORMED
// TRANSFORMED: remark: CLV
// RUN: diff %t/plain.d %t/cleave.d
// RUN: FileCheck %s < %t/cleave.d
// CHECK: dependencies.c
// CHECK: stdlib.h
// RUN: %clang %host_offload -MMD -MF %t/plain.d -c %s -o %t/out.o
// RUN: %cleave_cc %host_offload -MMD -MF %t/cleave.d -c %s -o %t/out.o
// RUN: diff %t/plain.d %t/cleave.d
#include <stdlib.h>

void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
