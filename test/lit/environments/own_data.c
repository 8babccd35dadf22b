// A called function has its own `target data` construct. With an environment of the caller, the construct copies nothing.
// RUN: %cleave_cc %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | cmp %t.expected
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'a', 'b', 'c' kept on the device
// PLAIN: to device 24000 in 30, from device 24000 in 30
// BYTES: to device 3200 in 4, from device 4000 in 5
// TEXT:      #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) map(tofrom: c[0:n])
// TEXT:      #pragma omp target update from(c[0:n])
// TEXT:      #pragma omp target update to(a[0:n])
//
// An environment that begins in the construct.
// RUN: %cleave_cc -DINSIDE %host_offload -O2 %s -o %t.INSIDE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=WITHIN
// RUN: %clang -DINSIDE %host_offload -O2 %s -o %t.INSIDE.plain
// RUN: %run %t.INSIDE.plain > %t.INSIDE.expected
// RUN: %run4 %t.INSIDE | cmp %t.INSIDE.expected
// WITHIN: remark: CLV014: data environment: 'c' kept on the device
//
// Host code in the construct has the values from before the construct: a report of the check is right.
// RUN: %cleave_cc -DREAD %host_offload -O2 %s -o %t.READ -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=MANAGED
// RUN: %clang -DREAD %host_offload -O2 %s -o %t.READ.plain
// RUN: %run %t.READ.plain > %t.READ.expected
// RUN: %unchecked4 %t.READ | cmp %t.READ.expected
//
// What host code writes there does not reach the regions.
// RUN: %cleave_cc -DWRITE %host_offload -O2 %s -o %t.WRITE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=MANAGED
// RUN: %clang -DWRITE %host_offload -O2 %s -o %t.WRITE.plain
// RUN: %run %t.WRITE.plain > %t.WRITE.expected
// RUN: %unchecked4 %t.WRITE | cmp %t.WRITE.expected
//
// The program updates the object in the construct.
// RUN: %cleave_cc -DUPDATE %host_offload -O2 %s -o %t.UPDATE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=MANAGED
// RUN: %clang -DUPDATE %host_offload -O2 %s -o %t.UPDATE.plain
// RUN: %run %t.UPDATE.plain > %t.UPDATE.expected
// RUN: %run4 %t.UPDATE | cmp %t.UPDATE.expected
// MANAGED: remark: CLV507: 'a' is copied as the program's data directives say
//
// The construct discards what a kernel writes. A region in it maps the array by tofrom, but copies nothing, as the array is present.
// RUN: %cleave_cc -DLOST %host_offload -O2 %s -o %t.LOST -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %clang -DLOST %host_offload -O2 %s -o %t.LOST.plain
// RUN: %run %t.LOST.plain > %t.LOST.expected
// RUN: %run4 %t.LOST | cmp %t.LOST.expected
//
// The same if the construct maps one array by to, and the pointers are exchanged in it.
// RUN: %cleave_cc -DEXCHANGE %host_offload -O2 %s -o %t.EXCHANGE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %clang -DEXCHANGE %host_offload -O2 %s -o %t.EXCHANGE.plain
// RUN: %run %t.EXCHANGE.plain > %t.EXCHANGE.expected
// RUN: %run4 %t.EXCHANGE | cmp %t.EXCHANGE.expected
//
// A region in the construct copies in spite of presence.
// RUN: %cleave_cc -DALWAYS %host_offload -O2 %s -o %t.ALWAYS -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %clang -DALWAYS %host_offload -O2 %s -o %t.ALWAYS.plain
// RUN: %run %t.ALWAYS.plain > %t.ALWAYS.expected
// RUN: %run4 %t.ALWAYS | cmp %t.ALWAYS.expected
//
// The construct maps nothing if its condition is false. A deferred region ends after the statement.
// RUN: %cleave_cc -DCONDITION %host_offload -O2 %s -o %t.CONDITION -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %run4 %t.CONDITION | cmp %t.expected
// RUN: %cleave_cc -DDEVICE %host_offload -O2 %s -o %t.DEVICE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %run4 %t.DEVICE | cmp %t.expected
// RUN: %cleave_cc -DDEFERRED %host_offload -O2 %s -o %t.DEFERRED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %run4 %t.DEFERRED | cmp %t.expected
// CLAUSE: remark: CLV506: 'a' is copied by each region
//
// The construct maps a part of the array.
// RUN: %cleave_cc -DPART %host_offload -O2 %s -o %t.PART -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=SECTION
// RUN: %clang -DPART %host_offload -O2 %s -o %t.PART.plain
// RUN: %run %t.PART.plain > %t.PART.expected
// RUN: %run4 %t.PART | cmp %t.PART.expected
// SECTION: remark: CLV509: 'a' is copied by each region
//
// The construct maps an array that may overlap the other one.
// RUN: %cleave_cc -DOVERLAP %host_offload -O2 %s -o %t.OVERLAP -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DOVERLAP %host_offload -O2 %s -o %t.OVERLAP.plain
// RUN: %run %t.OVERLAP.plain > %t.OVERLAP.expected
// RUN: %run4 %t.OVERLAP | cmp %t.OVERLAP.expected
// NAME: remark: CLV50{{[28]}}: 'x' is copied by each region
#include <stdio.h>
#include <stdlib.h>
#ifdef CONDITION
#define WHEN if (n > 5)
#elif defined(DEVICE)
#define WHEN device(0)
#else
#define WHEN
#endif
#ifdef PART
#define LENGTH n / 2
#else
#define LENGTH n
#endif
#ifdef LOST
#define KIND to
#else
#define KIND tofrom
#endif
static double sum(const double *c, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += c[i];
  return s;
}
static void step(double *a, double *b, double *c, int n) {
#pragma omp target data map(KIND : a[0 : LENGTH]) map(to : b[0 : n]) map(from : c[0 : n]) WHEN
  {
#ifdef DEFERRED
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < LENGTH; i++) a[i] = a[i] * 0.5 + b[i];
#pragma omp taskwait
#elif defined(LOST)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
    for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + b[i];
#elif defined(ALWAYS)
#pragma omp target teams distribute parallel for map(always, from : a[0 : n])
    for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + b[i];
#else
#pragma omp target teams distribute parallel for
    for (int i = 0; i < LENGTH; i++) a[i] = a[i] * 0.5 + b[i];
#endif
#ifdef READ
    if (a[1] > 3) n--;
#elif defined(WRITE)
    a[1] = 100;
#elif defined(UPDATE)
    a[1] = 100;
#pragma omp target update to(a[0 : 2])
#endif
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) c[i] = i < LENGTH ? a[i] - b[i] : 1;
  }
}
static void relax(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.25 + 1;
}
#ifdef OVERLAP
double __attribute__((noinline)) both(double *x, double *y, int n) {
  double s = 0;
  for (int t = 0; t < 10; t++) {
    relax(x, n);
#pragma omp target data map(tofrom : y[0 : n])
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++) y[i] += 1;
    }
    relax(y, n);
  }
  return s + x[1];
}
#endif
int main(void) {
  const int n = 100;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), *c = malloc(n * sizeof(double));
  double s = 0;
  for (int i = 0; i < n; i++) a[i] = i, b[i] = i % 7, c[i] = 0;
#ifdef OVERLAP
  s += both(a, a, n) + both(a, b, n);
#elif defined(EXCHANGE)
  for (int t = 0; t < 10; t++)
#pragma omp target data map(tofrom : a[0 : n]) map(to : b[0 : n])
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + b[i];
      double *p = a;
      a = b;
      b = p;
    }
#elif defined(INSIDE)
#pragma omp target data map(tofrom : a[0 : n])
  {
    double k = 2;
    for (int t = 0; t < 10; t++) {
      relax(a, n);
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n])
      for (int i = 0; i < n; i++) c[i] += a[i] * k;
    }
    s += c[1];
  }
#else
  for (int t = 0; t < 10; t++) {
    step(a, b, c, n);
    relax(a, n);
    if (t % 5 == 0)
      s += sum(c, n);
    if (t == 7) a[3] = s;
  }
#endif
  printf("%.10g\n", s + sum(a, n) + sum(b, n) + sum(c, n));
}
