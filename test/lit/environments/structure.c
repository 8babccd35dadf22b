// Functions get a structure with arrays; a function without regions reads one of them every five steps.
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
// CHECK: remark: CLV014: data environment: 'g->u', 'g->v', 'g->w' kept on the device
// PLAIN: to device 48080 in 70, from device 24080 in 40
// BYTES: to device 2480 in 13, from device 4080 in 15
// TEXT:      double * cleave_u = g->u;
// TEXT:      #pragma omp target data map(tofrom: cleave_u[0:g->n], cleave_v[0:g->n], cleave_w[0:g->n])
// TEXT:      if (t % 5 == 0)
// TEXT-NEXT: {
// TEXT-NEXT:   #pragma omp target update from(cleave_u[0:g->n])
// TEXT-NEXT:   output(g, t);
// TEXT-NEXT: }
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double dx, *u, *v, *w; } Grid;
static Grid *make(int n) {
  Grid *g = malloc(sizeof *g);
  g->n = n; g->dx = 1.0 / n;
  g->u = calloc(n, sizeof(double)); g->v = calloc(n, sizeof(double)); g->w = calloc(n, sizeof(double));
  return g;
}
static void advect(Grid *g) {
  double *u = g->u, *v = g->v; int n = g->n; double c = g->dx;
#pragma omp target teams distribute parallel for map(to: u[0:n]) map(tofrom: v[0:n])
  for (int i = 1; i < n; i++) v[i] += c * (u[i] - u[i - 1]);
}
static void source(Grid *g, double t) {
  double *v = g->v, *w = g->w; int n = g->n;
#pragma omp target teams distribute parallel for map(to: v[0:n]) map(from: w[0:n])
  for (int i = 0; i < n; i++) w[i] = v[i] * t;
}
static void correct(Grid *g) {
  double *u = g->u, *w = g->w; int n = g->n;
#pragma omp target teams distribute parallel for map(tofrom: u[0:n]) map(to: w[0:n])
  for (int i = 0; i < n; i++) u[i] += 0.5 * w[i];
}
static double norm(const Grid *g) {
  double s = 0, *u = g->u; int n = g->n;
#pragma omp target teams distribute parallel for map(to: u[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++) s += u[i] * u[i];
  return s;
}
static void output(const Grid *g, int step) {
  double sum = 0;
  for (int i = 0; i < g->n; i++) sum += g->u[i];
  printf("step %d sum %.12g\n", step, sum);
}
static void destroy(Grid *g) { free(g->u); free(g->v); free(g->w); free(g); }
int main(int argc, char **argv) {
  Grid *g = make(argc > 1 ? atoi(argv[1]) : 100);
  for (int i = 0; i < g->n; i++) g->u[i] = i % 9 * g->dx;
  for (int t = 0; t < 10; t++) {
    advect(g);
    source(g, 0.1 * t);
    correct(g);
    if (t % 5 == 0) output(g, t);
    double r = norm(g);
    printf("%g\n", r);
    if (r > 1e10) printf("diverged\n");
  }
  output(g, 10);
  destroy(g);
  return 0;
}
