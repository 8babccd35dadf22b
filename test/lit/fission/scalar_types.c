// Scalars of all types, written and read in all parts of a region: the host values stay.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <complex.h>
#undef I
#include <stdbool.h>
enum color { RED, GREEN = 5, BLUE };
struct pair {
  int k;
  double d;
};
int main(void) {
  init();
  bool b = false;
  char c = 'a';
  enum color e = RED;
  float f = 1.5f;
  long double l = 2.5L;
  double _Complex z = 1 + 2 * (__extension__ 1.0iF);
  struct pair p = {1, 2.5};
  int m = 3;
  double s = 0;
  short h = 7;
  unsigned char u = 250;
#pragma omp target map(tofrom : m, s)
  {
    b = !b;
    c++;
    e = BLUE;
    f = f * 2;
    l = l + 1;
    z = z * z;
    p.k++;
    p.d *= 2;
    m += 2;
    h = (short)(h * 3);
    u = (unsigned char)(u + 10);
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < m; i++) {
      s += A[i] * f;
    }
    p.d += s;
    p.k += c;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      B[i] = (double)l + creal(z) + cimag(z) + p.d + f;
      J[i] = b + c + (int)e + p.k + m + h + u;
    }
    if (b)
      m++;
    e = GREEN;
#pragma omp parallel for lastprivate(c) reduction(max : h) reduction(&& : b)
    for (int i = 0; i < N; i++) {
      c = (char)i;
      if (I[i] > h)
        h = (short)I[i];
      b = b && (I[i] >= 0);
    }
    C[0] = c;
    C[1] = h;
    C[2] = b;
    C[3] = (double)e;
  }
  printf("%d %d %d %g %g %g %g %d %g %d %g %d %d\n", b, c, (int)e, (double)f, (double)l, creal(z),
         cimag(z), p.k, p.d, m, s, h, u);
  show();
  return 0;
}
