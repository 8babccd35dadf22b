// Arrays of records with pointers, and of pointers: constant subscripts select different objects. A loop of two iterations
// allocates them. The regions use the elements 0; the host writes an element 1 in each step.
// RUN: %cleave_cc %host_offload -O2 %s -lm -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -lm -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | cmp %t.expected
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -lm -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -O1 %link_sm90 %s -lm -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 's[0].x', 's[0].v', 'g[0].level[0]', 'g[0].level[1]' kept on the device
// PLAIN: to device 32000 in 40, from device 16000 in 20
// BYTES: to device 3200 in 4, from device 1600 in 2
// TEXT: double * cleave_x = s[0].x;
// TEXT: double * cleave_level = g[0].level[0];
//
// A subscript that is no constant, an address that moves, and a pointer that two elements have: the elements have one class.
// DEFINE: %{variant} =
// DEFINE: %{compare} = %clang %host_offload -O2 %s -lm %{variant} -o %t.v.plain && %run %t.v.plain > %t.v.expected && \
// DEFINE:   %run4 %t.v | cmp %t.v.expected
// DEFINE: %{build} = %cleave_cc %host_offload -O2 %s -lm %{variant} -o %t.v -Rpass=cleave -Rpass-missed=cleave
// REDEFINE: %{variant} = -DVARIABLE
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// REDEFINE: %{variant} = -DADDRESS
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// REDEFINE: %{variant} = -DLIBRARY
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// REDEFINE: %{variant} = -DSHARED
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// REDEFINE: %{variant} = -DSECOND=0
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// MERGED: remark: CLV504: 's[0].x' is copied by each region
//
// A loop of more iterations than are walked one by one, and one whose variable the body changes.
// REDEFINE: %{variant} = -DCOUNT=40
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
// REDEFINE: %{variant} = -DCHANGED
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: %{compare}
//
// An assignment of the record changes its pointers.
// REDEFINE: %{variant} = -DINSIDE
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=ASSIGNED
// RUN: %{compare}
// ASSIGNED: remark: CLV501: 's[0].x' is copied by each region
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef COUNT
#define COUNT 2
#endif
#ifndef SECOND
#define SECOND 1
#endif
typedef struct { int n; double *x, *v; } part;
typedef struct { double *level[2]; } grid;
static void push(part *p) {
  double *x = p->x, *v = p->v; const int n = p->n;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(to: v[0:n])
  for (int i = 0; i < n; i++) x[i] += 0.5 * v[i];
}
static void smooth(grid *g, int n) {
  double *in = g->level[0], *out = g->level[1];
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(tofrom: out[0:n])
  for (int i = 1; i < n; i++) out[i] += 0.25 * (in[i] + in[i - 1]);
}
static void push_serial(part *p) {
  for (int i = 0; i < p->n; i++) p->x[i] += 0.5 * p->v[i];
}
static double *filled(int n, int seed) {
  double *a = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++) a[i] = (i + seed) % 7;
  return a;
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  part s[COUNT];
  grid g[COUNT];
  double worst = 0;
  for (int k = 0; k < COUNT; k++) {
    double *x = filled(n, 0);
    s[k] = (part){n, x, filled(n, 3)};
    g[k].level[0] = filled(n, 1);
    g[k].level[1] = filled(n, k);
#ifdef CHANGED
    k += argc > 5;
#endif
  }
#ifdef VARIABLE
  int which = argc > 5;
  s[which].n = n;
#endif
#ifdef ADDRESS
  part *p = s;
  p[argc > 5].n = n;
#endif
#ifdef LIBRARY
  part saved[2];
  memcpy(saved, s, sizeof saved);
  memcpy(s, saved, sizeof saved);
#endif
#ifdef SHARED
  s[0].x = s[1].x;
#endif
  for (int t = 0; t < 10; t++) {
    push(&s[0]);
    smooth(&g[0], n);
#ifdef INSIDE
    part other = s[0];
    s[0] = s[1];
    s[1] = other;
#endif
    push_serial(&s[SECOND]);
  }
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(s[0].x[i] - s[1].x[i]));
  printf("%g %g %g\n", worst, s[0].x[n - 1], g[0].level[1][n - 1]);
}
