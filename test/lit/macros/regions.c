// Regions and loops that come out of macros of the user's: the macros are written out where they stand, on the
// lines of their arguments. Macros of system headers stay as they are, also inside of them.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off -O1 -Wall -Wextra -Wpedantic -Wunused-macros -Werror %host_offload %s -o %t.split -lm
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=off >%t.rewritten.c
// RUN: FileCheck --check-prefix=TEXT %s <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten -lm
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
enum { N = 1000 };
#define STRINGIZE(x) #x
#define OMP(...) _Pragma(STRINGIZE(omp __VA_ARGS__))
#define UNROLL _Pragma("unroll")
#define PARALLEL_FOR _Pragma("omp parallel for")
#define LOOP(i, count) PARALLEL_FOR for (int i = 0; i < (count); i++)
#define KERNEL(array, count, body)                                                                 \
  OMP(target map(tofrom : array[0 : N])) {                                                         \
    LOOP(i, count) { body }                                                                        \
    assert(array[0] < INT_MAX);                                                                    \
    array[0] += 1;                                                                                 \
    LOOP(i, count) array[i] *= 2;                                                                  \
  }
#define RESULT map(tofrom : a[0 : N])
#define BEGIN _Pragma("omp target map(tofrom : a[0 : N]) map(from : d)") {
#define END }
#define TWO_STORES a[0] = 1; a[1] = a[0]
#define TWICE(x) x + x
#define BIG UINT64_C(4294967296)
#define SAVE_LINE(x) x = __LINE__; (void)x
#define MINUS_ONE -1; (void)0
#define EMPTY

static int a[N];
static double d[N];

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    a[i] = i % 7;
// CHECK: :[[#@LINE+3]]: target region in main
// CHECK-NEXT: + line [[#@LINE+2]]: CLV001: target region split into 2 kernels of one parallel loop each and 1 kernel
// TEXT: {{^}}  #pragma omp target data map(tofrom: a[0 : N])
  KERNEL(a, n, a[i] += 3;)
// TEXT: assert(a[0] < INT_MAX); a[0] += 1;
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
  KERNEL(a, n,
         a[i] += 3; // a comment
// TEXT: {{^}}         a[i] ^= i; }
         a[i] ^= i;)
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
#pragma omp target RESULT map(tofrom : d) EMPTY \
    if (n > 3)
  {
    PARALLEL_FOR
    for (int i = 0; i < n; i++)
// TEXT: a[i] += (int)(BIG % 7);
      a[i] += (int)(BIG % 7);
// CHECK: line [[#@LINE+1]]: CLV003:
    LOOP(i, n) {
      UNROLL for (int k = 0; k < 4; k++) d[i] = k;
    }
  }
// CHECK: :[[#@LINE+2]]: target region in main
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
  BEGIN
    OMP(parallel for)
    for (int i = 0; i < n; i++)
      d[i] = i ? TWICE(NAN) : TWICE(INFINITY);
// TEXT: a[0] = 1; a[1] = a[0] + 4;
    TWO_STORES + 4;
// TEXT: a[7] = [[#@LINE+1]]; (void)a[7];
    SAVE_LINE(a[7]);
// TEXT: a[8] = a[7] - -1;
    a[8] = a[7] -MINUS_ONE;
    LOOP(j, n) d[j] = isnan(d[j]) ? j : 2 * j;
  END
  for (int i = 0; i < n; i++)
    printf("%d %g\n", a[i], d[i]);
}
