// What is a comment depends on the language and on line ends: the text that is written twice has the code that the
// compiler saw. A carriage return ends a line in a comment. In C89 `//*` divides, unless the file had a `//` before:
// without these lines it has none.
// RUN: sed '/RUN/!s/@CR@/\r/' %s >%t.c
// RUN: grep -v '^//' %t.c >%t.bare.c
// RUN: %cleave explain --all %t.c -- -std=c89 -w | FileCheck %t.c
// RUN: %clang -std=c89 -w -O1 %host_offload %t.c -o %t.plain
// RUN: %cleave_cc -std=c89 -w -O1 %host_offload %t.c -o %t.split
// RUN: %run %t.plain >%t.expected
// RUN: %run4 %t.split | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.split | diff %t.expected -
// RUN: %clang -std=c89 -w -O1 %host_offload %t.bare.c -o %t.bare
// RUN: %cleave_cc -std=c89 -w -O1 %host_offload %t.bare.c -o %t.bare.split
// RUN: %run %t.bare >%t.bare.expected
// RUN: %run4 %t.bare.split | diff %t.bare.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.bare.split | diff %t.bare.expected -
// RUN: not diff %t.expected %t.bare.expected
#include <stdio.h>
enum { n = 100 };
static double store[2 * n];

// CHECK: target region in divides
// CHECK: CLV030:
static void divides(double *a, double *c) {
#pragma omp target map(tofrom : a[0 : n], c[0 : n])
  {
    int i;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
      int k;
      for (k = 0; k < 10; k++) {
        c[i] += a[k] //* half of it */ 2
            ;
      }
    }
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] += 1;
  }
}

// CHECK: target region in ends_of_lines
// CHECK: CLV030:
static void ends_of_lines(double *a, double *c) {
#pragma omp target map(tofrom : a[0 : n], c[0 : n])
  {
    int i;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
      int k;
      for (k = 0; k < 10; k++) {
        c[i] += a[k]; // add@CR@ c[i] *= 0.5;
      }
    }
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main(void) {
  int i;
  double sum = 0;
  for (i = 0; i < 2 * n; i++)
    store[i] = i;
  ends_of_lines(store, store + n);
  divides(store, store + n);
  for (i = 0; i < 2 * n; i++)
    sum = sum * 0.5 + store[i];
  printf("%.17g\n", sum);
  return 0;
}
