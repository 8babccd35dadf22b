// A region exchanges an array with another one that it only allocates. The environment holds the first; the second stays with the
// region.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'keys' kept on the device
// PLAIN: to device 8000 in 10, from device 8000 in 10
// BYTES: to device 800 in 1, from device 800 in 1
// TEXT: #pragma omp target data map(tofrom: keys[0:n])
//
// What a kernel writes to the second array must not reach another region, nor the host by an exchange of the pointers.
// RUN: %cleave_cc -DCOPIED -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.COPIED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %clang -DCOPIED %host_offload -O2 %s -o %t.COPIED.plain
// RUN: %run %t.COPIED.plain > %t.COPIED.expected
// RUN: %run4 %t.COPIED | cmp %t.COPIED.expected
// RUN: %cleave_cc -DEXCHANGED -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.EXCHANGED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %clang -DEXCHANGED %host_offload -O2 %s -o %t.EXCHANGED.plain
// RUN: %run %t.EXCHANGED.plain > %t.EXCHANGED.expected
// RUN: %run4 %t.EXCHANGED | cmp %t.EXCHANGED.expected
// CLAUSE: remark: CLV50{{[16]}}: 'keys' is copied by each region
#include <stdio.h>
#include <stdlib.h>
static void rotate(double *keys, double *work, int n) {
#pragma omp target map(tofrom : keys[0 : n]) map(alloc : work[0 : n])
  {
    double *from = keys, *to = work;
    for (int k = 0; k < 2; k++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++) to[(i + 1) % n] = from[i] + 1;
      double *t = from;
      from = to;
      to = t;
    }
  }
}
#if !defined(COPIED) && !defined(EXCHANGED)
static void scale(double *keys, int n) {
#pragma omp target teams distribute parallel for map(tofrom : keys[0 : n])
  for (int i = 0; i < n; i++) keys[i] *= 0.5;
}
#endif
#ifdef COPIED
static double first(const double *work, int n) {
  double s = 0;
#pragma omp target map(to : work[0 : n]) map(tofrom : s)
  s = work[0];
  return s;
}
#endif
int main(void) {
  const int n = 100;
  double *keys = malloc(n * sizeof(double)), *work = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++) keys[i] = i, work[i] = -1;
  for (int t = 0; t < 5; t++) {
    rotate(keys, work, n);
#if !defined(COPIED) && !defined(EXCHANGED)
    scale(keys, n);
#elif defined(COPIED)
    sum += first(work, n);
#else
    double *p = keys;
    keys = work;
    work = p;
#endif
    sum += t;
  }
  sum += work[1];
  for (int i = 0; i < n; i++) sum += keys[i] * (i % 5);
  printf("%.10g\n", sum);
}
