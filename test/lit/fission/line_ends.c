// Lines that end in carriage return and line feed, and a file without a last line end.
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
int main(void){ init(); double s=1;
#pragma omp target \
  map(tofrom: A) \
  map(tofrom: s)
{
  double t = A[1] + /* x */
     A[2];
#pragma omp parallel for reduction(+:s)
  for(int i=0;i<N;i++)
    s += A[i]*t;
  s /= 2;
#pragma omp parallel for
  for(int i=0;i<N;i++) A[i] += s;
}
printf("%g\n",s); show(); return 0;}