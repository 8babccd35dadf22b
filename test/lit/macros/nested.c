// Macros out of macros: names that become invocations with what follows, several regions in one
// invocation, loops in do statements, arguments that stand twice in a body, and pragmas of other kinds.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split -lm
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1  %host_offload %t.rewritten.c -o %t.rewritten -lm
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// CHECK-COUNT-4: CLV001: target region split into
// CHECK: CLV001: target region split into 5 kernels of one parallel loop each, 1 kernel of other statements and 1 kernel of a condition
// CHECK: CLV280
// CHECK: CLV201
// CHECK: target parallel for region in main
// CHECK-NEXT: CLV003
#include <stdio.h>
#include <math.h>
#include <stdint.h>
#include <limits.h>
#define P(...) _Pragma(#__VA_ARGS__)
#define TWICE2(x) x x
#define KERNEL KERNEL_OF
#define KERNEL_OF(a, n) P(omp target map(tofrom: a[0:1000])) { P(omp parallel for) for (int i = 0; i < n; i++) a[i] += UINT32_MAX % 7; P(omp parallel for) for (int i = 0; i < n; i++) a[i] *= 2; }
#define TWO_REGIONS(a, n) KERNEL_OF(a, n) P(omp target map(tofrom: a[0:1000])) { P(omp parallel for) for (int i = 0; i < n; i++) a[i] += 3; switch (a[0]) { case 1: a[1] = 2; P(omp parallel for) for (int i = 0; i < n; i++) a[i] -= 2; } }
#define STEP(x) do { P(omp parallel for) for (int i = 0; i < 1000; i++) { x; } } while (0)
#define QUIET P(cleave split(off)) P(omp target map(tofrom: a))
#define STR(s) s "lit\n"
#define CAT(x, y) x##y
int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++) a[i] = i;
  KERNEL (a,
          1000)
  TWO_REGIONS(a, 1000) KERNEL(a, 500)
#pragma omp target map(tofrom: a)
  {
    STEP(a[i] += 1; a[i] ^= 2);
    STEP(TWICE2(a[i] += INT_MAX > 7 ? 1 : 0;));
    int CAT(t, 1) = 3;
    a[0] += t1;
    for (int k = 0; k < 3; k++)
      STEP(a[i] += CAT(k, ));
    if (a[3] > 0) STEP(a[i]++); else STEP(a[i]--);
  }
  QUIET { STEP(a[i] += 5); STEP(a[i] *= 5); }
  _Pragma("omp target map(tofrom: a)") { P(omp parallel for if(parallel: sizeof("a\n") > 2)) for (int i = 0; i < 1000; i++) a[i]++; STEP(a[i] += sizeof(STR("x"))); }
  P(omp target parallel for map(tofrom: a)) for (int i = 0; i < 1000; i++) a[i] += 3;
  for (int i = 0; i < 1000; i++) printf("%d\n", a[i]);
}
