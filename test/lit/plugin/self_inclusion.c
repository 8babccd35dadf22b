// A file that includes itself means two things at once with one text: it is left as it is.
// RUN: %clang %host_offload -O1 -c %s -o %t.o && mv %t.o %t.plain.o
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o && cmp %t.plain.o %t.o
#ifndef TYPE
#define TYPE int
#define NAME twice_int
#include "self_inclusion.c"
#undef TYPE
#undef NAME
#define TYPE float
#define NAME twice_float
#endif

void NAME(TYPE *a, int n) {
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
