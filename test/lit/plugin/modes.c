// mode=rewrite, explain and dump write what they are asked for, and change nothing in what is
// compiled.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %host_offload -O1 -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc %host_offload -O1 -c %s -o out.o -fplugin-arg-cleave-mode=rewrite \
// RUN:   -fplugin-arg-cleave-output=rewritten.c
// RUN: cmp plain.o out.o && grep -v "^//" rewritten.c | FileCheck %s --check-prefix=REWRITE
// REWRITE: #pragma omp target data map(from: a[0 : n])
// RUN: %cleave_cc %host_offload -O1 -c %s -o out.o -fplugin-arg-cleave-mode=explain > report
// RUN: cmp plain.o out.o && FileCheck %s --check-prefix=EXPLAIN < report
// EXPLAIN: CLV
// RUN: %cleave_cc %host_offload -O1 -c %s -o out.o -fplugin-arg-cleave-mode=dump > dump
// RUN: cmp plain.o out.o && FileCheck %s --check-prefix=DUMP < dump
// DUMP: region
// The text of a file without regions is written as it is.
// RUN: %cleave_cc -fopenmp -fsyntax-only -fplugin-arg-cleave-mode=rewrite %S/Inputs/plain.c \
// RUN:   > unchanged.c
// RUN: cmp %S/Inputs/plain.c unchanged.c
// A file that does not compile gives clang's messages and no output.
// RUN: not %cleave_cc -fopenmp -fsyntax-only -DBROKEN -fplugin-arg-cleave-mode=rewrite \
// RUN:   -fplugin-arg-cleave-output=broken.c %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: {{.*}}undeclared
// RUN: not ls broken.c

int a[16], n = 16;

int main(void) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#ifdef BROKEN
  undeclared = 1;
#endif
  return a[15] != 16;
}
