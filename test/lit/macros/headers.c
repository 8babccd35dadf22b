// Macros in the clauses of a header are written out as well. Its directives have to have lines of their own.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s --header=%S/Inputs/shift.h | FileCheck --check-prefix=TEXT %s
// RUN: %cleave rewrite %s --header %S/Inputs/shift.h | FileCheck --check-prefix=TEXT %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// CHECK: shift.h:3: target region in shift
// CHECK-NEXT: + line 3: CLV001:
// CHECK: shift.h:14: target region in shift_by
// CHECK-NEXT: - line 14: CLV201:
// TEXT: #define IN_BOTH
// TEXT: #pragma omp target data map(tofrom: a[0 : n])
// TEXT: _Pragma("omp target map(tofrom : a[0 : n])")
#include "Inputs/shift.h"
#include <stdio.h>

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  shift(a, 1000);
  shift_by(a, 1000, 5);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
