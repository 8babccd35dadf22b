// A region out of a macro that cannot be split for another reason keeps its macros, and so does one whose
// macros cannot be written out; what else is in the file is split all the same.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=off | FileCheck --check-prefix=TEXT %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
#include <stdio.h>
enum { N = 1000 };
#define A_PRAGMA(x) _Pragma(#x)
#define OMP(x) A_PRAGMA(omp x)
#define LOOP OMP(parallel for) for (int i = 0; i < N; i++)
#define ADD(x) { OMP(atomic) x += 1; }
#define n n
static int limit = 2;
#define limit limit - 1

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: - line [[#@LINE+6]]: CLV240:
  OMP(target map(tofrom : a))
  {
// TEXT: {{^}}    LOOP a[i] += 1;
    LOOP a[i] += 1;
    if (a[3] > 100)
      goto end;
    LOOP a[i] += 2;
// TEXT: {{^}}  end: ADD(a[5])
  end: ADD(a[5])
  }
// CHECK: :[[#@LINE+3]]: target region in main
// CHECK-NEXT: + line [[#@LINE+2]]: CLV001:
// TEXT: {{^}}  #pragma omp target data map(tofrom: a)
  OMP(target map(tofrom : a))
  {
    LOOP a[i] += 3;
    ADD(a[4])
    LOOP a[i] += 4;
  }
  int n = 3;
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: - line [[#@LINE+1]]: CLV201:
  OMP(target map(tofrom : a))
  {
    LOOP a[i] += n;
// TEXT: {{^}}    LOOP a[i] += 4;
    LOOP a[i] += 4;
  }
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: - line [[#@LINE+1]]: CLV201:
  OMP(target map(tofrom : a) if (limit > 0))
  {
    LOOP a[i] += 5;
// TEXT: {{^}}    LOOP a[i] += 6;
    LOOP a[i] += 6;
  }
  for (int i = 0; i < N; i++)
    printf("%d\n", a[i]);
}
