// Initializers over several lines, empty statements, comments everywhere, a region under else.
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
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void){ init(); double m=0; int c=0;
#pragma omp target map(tofrom:m)
{
 double s =
   A[0] /* one */ +
   A[1], // two
   t, u = B[0]
   * 2;   /* three
 */
 t = s + u;
 if (s > 0)
   m = s;
 else m = -s;
#pragma omp parallel for

 // comment

 /* another */ for(int i=0;i<N;i++)

   B[i]+=t;   
 ; ;
 c = 1; c += 2; m += c; if (c) { c = 5; }
 { }
#pragma omp parallel for
 for(int i=0;i<N;i++) A[i]+=s+u+c; }
 if(c) printf("x"); else
#pragma omp target
 { 
#pragma omp parallel for
 for(int i=0;i<N;i++) J[i]+=1;
#pragma omp parallel for
 for(int i=0;i<N;i++) I[i]+=J[N-1-i]; }
printf("%g %d\n",m,c); show(); return 0; }
