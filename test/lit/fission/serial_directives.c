// Serial code that begins or ends with a directive.
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
// CHECK: CLV255
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
int main(void){ init(); int n=N;
#pragma omp target
{
#pragma omp parallel for
 for(int i=0;i<n;i++) A[i]+=1;
#pragma omp atomic /* one
   more */ update // yes
 A[0]+=2;
#pragma omp parallel for
 for(int i=0;i<n;i++) B[i]+=A[N-1-i];
  #  pragma omp \
    simd
 for(int i=0;i<n;i++) C[i]+=1;
#pragma omp flush
#pragma omp parallel for
 for(int i=0;i<n;i++) C[i]+=A[N-1-i];
 }
#pragma omp target
{
#pragma omp parallel for
 for(int i=0;i<n;i++) A[i]+=1;
 #pragma omp parallel \
   num_threads(2)
 {
 #pragma omp single
 A[0]+=2;
 #pragma omp critical
 J[3]=7;
 }
#pragma omp parallel for
 for(int i=0;i<n;i++) B[i]+=A[N-1-i];
 }
#pragma omp target
{
#pragma omp parallel for
 for(int i=0;i<n;i++) A[i]+=1;
#pragma unroll
 for(int i=0;i<4;i++) C[i]+=1;
#pragma omp parallel for
 for(int i=0;i<n;i++) B[i]+=A[N-1-i];
 }
#pragma omp target
{
 A[0]+=3;
#pragma clang loop unroll(disable)
 for(int i=0;i<4;i++) C[i]+=1;
#pragma omp parallel for
 for(int i=0;i<n;i++) B[i]+=A[N-1-i];
  A[5]=1;
 }
show(); return 0;}
