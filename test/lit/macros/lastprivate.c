// A last value that clang 19 loses, and a directive between the quotes of an operator: what is written is the
// directive alone.
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t
// RUN: %run4 %t | FileCheck %s --check-prefix=VALUE
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.rewritten | FileCheck %s --check-prefix=VALUE
#include <stdio.h>

enum { n = 100 };
static int a[n];

int main(void) {
  int last = -1;
// CHECK: #pragma omp target simd lastprivate(last) map(tofrom: a) map(tofrom: last)
  _Pragma("omp target simd lastprivate(last) map(tofrom: a)")
  for (int i = 0; i < n; i++)
    last = a[i] + i;
  // VALUE: {{^}}99{{$}}
  printf("%d\n", last);
}
