// Pointers into one allocation: each section is an object of its own, with an expression as name. The host writes and reads
// the allocation through its first pointer.
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
// CHECK: remark: CLV014: data environment: 'all', 'all + n', 'all + (2 * n)' kept on the device
// PLAIN: to device 24000 in 30, from device 32000 in 40
// BYTES: to device 4800 in 6, from device 7200 in 9
// TEXT: double * cleave_all = all + n;
// TEXT: double * cleave_all_ = all + 2 * n;
// TEXT: map(tofrom: all[0:n], cleave_all[0:n], cleave_all_[0:n])
//
// DEFINE: %{variant} =
// DEFINE: %{compare} = %clang %host_offload -O2 %s %{variant} -o %t.v.plain && %run %t.v.plain > %t.v.expected && \
// DEFINE:   %run4 %t.v | cmp %t.v.expected
// DEFINE: %{build} = %cleave_cc %host_offload -O2 %s %{variant} -o %t.v -Rpass=cleave -Rpass-missed=cleave
//
// The offset changes from step to step; a pointer walks through the allocation.
// REDEFINE: %{variant} = -DMOVES
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: %{compare}
// REDEFINE: %{variant} = -DWALKS
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: %{compare}
// POINTER: remark: CLV501: '{{p|all .*}}' is copied by each region
//
// No region maps both sections: they may overlap, and here they do.
// REDEFINE: %{variant} = -DOVERLAPS
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %{compare}
// NAME: remark: CLV508: 'all' is copied by each region
//
// A region writes to a section that it does not copy back. Other sections in its clauses are copied back.
// REDEFINE: %{variant} = -DLOSES
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: %{compare}
// CLAUSE: remark: CLV506: 'all' is copied by each region
#include <stdio.h>
#include <stdlib.h>
#ifdef LOSES
#define INPUT to
#else
#define INPUT tofrom
#endif
static void advance(double *x, double *y, double *z, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) map(INPUT : y[0 : n]) map(from : z[0 : n])
  for (int i = 0; i < n; i++) {
    x[i] += 0.5 * y[i];
    y[i] = y[i] * 0.75 + 1;
    z[i] = x[i] - y[i];
  }
}
static void scale(double *v, int n) {
#pragma omp target teams distribute parallel for map(tofrom : v[0 : n])
  for (int i = 0; i < n; i++) v[i] *= 0.875;
}
static void step(double *first, int n) {
  double *second = first + n, *third = &first[2 * n];
  advance(first, second, third, n);
  scale(second, n);
}
int main(void) {
  const int n = 100;
  double *all = malloc(3 * n * sizeof(double)), s = 0;
  for (int i = 0; i < 3 * n; i++) all[i] = i % 17;
#ifdef MOVES
  for (int t = 0; t < 10; t++) {
    scale(all + t / 4 * n, n);
    s += all[t];
  }
#elif defined(WALKS)
  double *p = all;
  for (int t = 0; t < 3; t++) {
    scale(p, n);
    p = p + n;
  }
#elif defined(OVERLAPS)
  for (int t = 0; t < 10; t++) {
    scale(all, n);
    scale(all + n / 2, n);
  }
#else
  for (int t = 0; t < 10; t++) {
    step(all, n);
    if (t == 4)
      for (int i = 0; i < 3 * n; i++) s += all[i];
    if (t == 7)
      for (int i = 0; i < 3 * n; i++) all[i] += s;
  }
#endif
  for (int i = 0; i < 3 * n; i++) s += all[i] * (i % 5);
  printf("%.12g\n", s);
}
