// Where no code is made, nothing differs from plain clang: preprocessing, checking the syntax.
// RUN: %clang %host_offload -E %s > %t.plain
// RUN: %cleave_cc %host_offload -E %s > %t.cleave
// RUN: cmp %t.plain %t.cleave
// RUN: %clang %host_offload -fsyntax-only -Weverything %s 2> %t.plain
// RUN: %cleave_cc %host_offload -fsyntax-only -Weverything -Rpass=cleave %s 2> %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s < %t.cleave
// CHECK: no_code.c:[[#@LINE+2]]:6: warning: no previous prototype
// CHECK-NOT: CLV
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
