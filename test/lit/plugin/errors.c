// A file that does not compile gives the messages of plain clang, wherever the error stands.
// RUN: not %clang %host_offload -c %s -o %t.o 2> %t.plain
// RUN: not %cleave_cc %host_offload -c %s -o %t.o 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s < %t.cleave
// RUN: not %clang %host_offload -DINSIDE -c %s -o %t.o 2> %t.plain
// RUN: not %cleave_cc %host_offload -DINSIDE -c %s -o %t.o 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s --check-prefix=INSIDE < %t.cleave

void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#ifdef INSIDE
      // INSIDE: errors.c:[[#@LINE+1]]:15: error: use of undeclared identifier 'missing'
      a[i] += missing;
#else
      a[i] += 1;
#endif
  }
#ifndef INSIDE
  // CHECK: errors.c:[[#@LINE+1]]:16: error: expected expression
  int broken = ;
#endif
}
