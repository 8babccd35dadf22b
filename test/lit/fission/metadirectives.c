// Metadirectives whose selectors choose the same directive for host and device: the chosen directive is planned like any other one, and
// its line is replaced. Selectors of the device choose others there, so such regions stay unchanged.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV268
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --input-file %t.rewritten.c --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave explain --all %s -- -DREFUSED | FileCheck %s --check-prefix=DEVICE
// CHECK: split into 3 kernels of one parallel loop each
// CHECK: kept as one kernel, compiled differently
// CHECK: distributed across all teams
// CHECK: split into 2 kernels of one parallel loop each and 1 kernel of other statements
// TEXT: {{^}}#pragma omp target data
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a)
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a, b) schedule(static)
// TEXT: {{^}}#pragma omp target teams distribute parallel for map(tofrom: a) private(n)
// TEXT: {{^}}#pragma omp metadirective when(user={{[{]}}condition(1)}: target teams distribute parallel for
// TEXT: {{^}}#pragma omp target teams distribute parallel for
#include <stdio.h>
enum { N = 300 };
static int a[N], b[N];
#ifndef REFUSED
int main(void) {
  int n = N;
#pragma omp target map(tofrom: a, b)
  {
#pragma omp metadirective when(user={condition(0)}: for) default(parallel for)
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp metadirective when(implementation={vendor(llvm)}: parallel for schedule(static)) default(simd)
    for (int i = 0; i < n; i++) b[i] = a[i] * 2;
#pragma omp metadirective \
    when(user = {condition(1)}: parallel for \
       private(n)) default(nothing)
    for (int i = 0; i < 3; i++) { n = i; a[i] += n; }
  }
#pragma omp metadirective when(user={condition(1)}: target teams distribute parallel for map(tofrom: a)) default(target parallel for map(tofrom: a))
    for (int i = 0; i < n; i++) a[i] += i;
#pragma omp metadirective when(user={condition(0)}: target teams distribute parallel for map(tofrom: a)) default(target parallel for map(tofrom: a))
    for (int i = 0; i < n; i++) a[i] += i;
  int last = 0;
#pragma omp metadirective when(user={condition(1)}: target parallel for map(tofrom: a, last) lastprivate(last)) default(target parallel for map(tofrom: a))
    for (int i = 0; i < n; i++) a[i] += last = i;
#pragma omp target map(tofrom: a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] += 3;
#pragma omp metadirective when(user={condition(0)}: parallel for) default(nothing)
    for (int i = 1; i < n; i++) b[i] = a[i - 1] + b[i - 1] % 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] -= b[i];
  }
  printf("%d %d %d\n", a[5], b[7], last);
}
#else
// DEVICE: CLV268
void f(int n) {
#pragma omp target map(tofrom: a, b)
  {
#pragma omp metadirective when(device={kind(nohost)}: parallel for) default(parallel for simd)
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}
#endif
