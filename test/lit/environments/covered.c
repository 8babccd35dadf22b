// An environment of the caller covers a part of what an environment of the called function maps. The other objects of the
// called function stay on the device as well.
// RUN: %cleave_cc %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: CLV014: data environment: 'a', 'b' kept on the device
// CHECK: CLV014: data environment: 'c' kept on the device
// PLAIN: to device 67200 in 84, from device 51200 in 64
// BYTES: to device 3200 in 4, from device 5600 in 7
// TEXT-LABEL: double run(
// TEXT:      #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
// TEXT:      const int cleave_absent = !omp_target_is_present(c, omp_get_default_device());
// TEXT-NEXT: #pragma omp target data map(tofrom: c[0:n]) if(cleave_absent)
// TEXT:      if (t % 5 == 0)
// TEXT-NEXT: {
// TEXT-NEXT: #pragma omp target update from(c[0:n]) if(cleave_absent)
// TEXT-NEXT: s += c[3];
#include <stdio.h>
#define N 100
static void step(double *a, const double *b, double *c, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n], c[0 : n]) map(to : b[0 : n])
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * 0.5 + b[i];
    c[i] += a[i];
  }
}
static void relax(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.25 + 1;
}
double run(double *a, double *b, double *c, int n) {
  double s = 0;
  for (int t = 0; t < 10; t++) {
    step(a, b, c, n);
    relax(a, n);
    if (t % 5 == 0) s += c[3];
  }
  return s;
}
int main(void) {
  double a[N], b[N], c[N];
  for (int i = 0; i < N; i++) a[i] = i, b[i] = i % 7, c[i] = 0;
  double s = 0;
  for (int k = 0; k < 2; k++) {
    relax(a, N);
    s += run(a, b, c, N);
    relax(a, N);
  }
  for (int i = 0; i < N; i++) s += a[i] + c[i];
  printf("%.10g\n", s);
}
