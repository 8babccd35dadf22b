// A region maps one of two arrays, and host code writes one of two.
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
// CHECK: remark: CLV014: data environment: 'a', 'b' kept on the device
// PLAIN: to device 24000 in 30, from device 24000 in 30
// BYTES: to device 1600 in 2, from device 1600 in 2
// TEXT: #pragma omp target data map(tofrom: a[0:n], b[0:n])
//
// One of the arrays is mapped by no other region, so it may not have all elements.
// RUN: %cleave_cc -DALONE -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.ALONE -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DALONE %host_offload -O2 %s -o %t.ALONE.plain
// RUN: %run %t.ALONE.plain > %t.ALONE.expected
// RUN: %run4 %t.ALONE | cmp %t.ALONE.expected
//
// Host code writes one of the arrays: both are updated.
// RUN: %cleave_cc -DWRITE -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.write
// RUN: %clang -DWRITE %host_offload -O2 %s -o %t.write.plain
// RUN: %run %t.write.plain > %t.write.expected
// RUN: %run4 %t.write | cmp %t.write.expected
// NAME: remark: CLV508: 'a' is copied by each region
#include <stdio.h>
#include <stdlib.h>
static void both(double *x, double *y, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++) x[i] += y[i], y[i] *= 0.5;
}
static void one(double *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] = x[i] * 0.5 + 1;
}
int main(int argc, char **argv) {
  const int n = 100;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), *c = malloc(sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++) a[i] = i, b[i] = argc;
  c[0] = 1;
  for (int t = 0; t < 10; t++) {
#ifdef ALONE
    one(t < 20 ? a : c, n);
    one(a, n);
#else
    one(t % 2 ? a : b, n);
    both(a, b, n);
#endif
#ifdef WRITE
    double *p = t % 3 ? b : a;
    p[t] = 7;
#endif
  }
  for (int i = 0; i < n; i++) sum += a[i] * (i % 7) + b[i];
  printf("%.10g\n", sum + c[0]);
}
