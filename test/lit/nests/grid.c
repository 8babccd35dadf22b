// Nests as people write them in C. The iterations of each inner loop are independent, but for those with indirect or shared elements.
// RUN: %cleave explain --all %s >%t.remarks
// RUN: grep -c CLV043 %t.remarks | FileCheck %s
// CHECK: {{^}}48{{$}}
// What is not on the grid has a remark in the default report that names the obstacle, and what to write instead.
// RUN: %cleave explain %s | sed '/^most worth/,$d' | FileCheck %s --check-prefix=REASON --match-full-lines --implicit-check-not=CLV044
// REASON:      {{.*}} region in k_rows: {{.*}}
// REASON-NEXT:   CLV044 at line {{.*}}: inner loop not mapped to the grid: it uses a pointer that is in an array: 'yy[i][j] = xx[i][j];'
// REASON-NEXT:     advice: store the rows in one array, and compute the subscript, as in x[i * n + j]
// REASON:      {{.*}} region in k_printf: {{.*}}
// REASON-NEXT:   CLV044 at line {{.*}}: inner loop not mapped to the grid: it calls a function whose body is not known: 'printf("%d\n", j);'
// REASON-NEXT:     advice: move the call out of the nest, or define the function in this file
// REASON:      {{.*}} region in k_assert: {{.*}}
// REASON-NEXT:   CLV044 at line {{.*}}: inner loop not mapped to the grid: it contains __LINE__, as assert does: 'assert(j >= 0);'
// REASON-NEXT:     advice: remove assert or __LINE__, or define NDEBUG
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <assert.h>
#include <stddef.h>
typedef struct { double a, b, v[2]; } pair_t;
typedef struct { double *u, *v; double k; } grid_t;
typedef struct { double w[64][64]; } fixed_t;
enum { E1 = 3 };
static inline double sq(double a) { return a * a; }
static inline int at(int i, int j, int n) { return i * n + j; }
#pragma omp begin declare target
static const double table[4] = {1, 2, 3, 4};
static double gain = 2;
static double s2[64][64];
#pragma omp end declare target
void k_base(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = x[i * n + j]; }
}
void k_call_inline(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = sq(x[i * n + j]); }
}
void k_call_index(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[at(i, j, n)] = x[at(i, j, n)]; }
}
void k_fmax(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = fmax(x[i * n + j], y[i * n + j]); }
}
void k_exp_pow_sin(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = exp(x[i * n + j]) + pow(x[i * n + j], 2) + sin(x[i * n + j]); }
}
void k_abs_int(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = abs(i - j); }
}
void k_cond_lvalues(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = x[i * n + j] < y[i * n + j] ? y[i * n + j] : x[i * n + j]; }
}
void k_cond_locals(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double a = x[i * n + j], b = 2; y[i * n + j] = a < b ? b : a; }
}
void k_local_const(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { const double a = x[i * n + j]; y[i * n + j] = a; }
}
void k_local_array(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double t[3] = {1, 2, 3}; y[i * n + j] = t[j % 3]; }
}
void k_row_pointer(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { const double *r = x + i * n; y[i * n + j] = r[j]; }
}
void k_pointer_arith(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { *(y + i * n + j) = *(x + i * n + j); }
}
void k_vla_cast(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = ((const double (*)[n])x)[i][j]; }
}
void k_continue(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { if (x[i * n + j] < 0) continue; y[i * n + j] = 1; }
}
void k_if_else(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { if (i == j) y[i * n + j] = 1; else y[i * n + j] = 0; }
}
void k_switch(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { switch (j % 3) { case 0: y[i * n + j] = 1; break; default: y[i * n + j] = 2; } }
}
void k_inner_while(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { int k = 0; while (k < 3) k++; y[i * n + j] = k; }
}
void k_inner_do(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { int k = 0; do k++; while (k < 3); y[i * n + j] = k; }
}
void k_inner_for_const(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < 3; k++) s += x[i * n + k]; y[i * n + j] = s; }
}
void k_inner_for_local_array(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double t[3]; for (int k = 0; k < 3; k++) t[k] = x[i * n + k]; y[i * n + j] = t[0] + t[2]; }
}
void k_bool(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { int ok = x[i * n + j] > 0 && j > 2; if (ok) y[i * n + j] = 1; }
}
void k_compound_and(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] += x[i * n + j]; y[i * n + j] *= 2; }
}
void k_increment(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j]++; }
}
void k_comma(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double a, b; a = 1, b = x[i * n + j]; y[i * n + j] = a + b; }
}
void k_assign_chain(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double a, b; a = b = x[i * n + j]; y[i * n + j] = a + b; }
}
void k_cast(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = (float)x[i * n + j] + (long)j; }
}
void k_size_t_index(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[(size_t)i * n + j] = x[(size_t)i * n + j]; }
}
void k_unsigned_index(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[(unsigned)i * (unsigned)n + (unsigned)j] = 1; }
}
void k_modulo_neighbor(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = x[i * n + (j + 1) % n]; }
}
void k_indirect_read(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = x[(int)x[i * n + j]]; }
}
void k_global_table(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = table[j % 4]; }
}
void k_global_scalar(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = gain * x[i * n + j]; }
}
void k_enum_const(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = E1 + x[i * n + j]; }
}
void k_struct_array_member(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : p[0 : n * n]) map(tofrom : q[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { q[i * n + j].a = p[i * n + j].b; }
}
void k_struct_array_inner(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : p[0 : n * n]) map(tofrom : q[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { q[i * n + j].v[1] = p[i * n + j].v[j % 2]; }
}
void k_struct_copy(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : p[0 : n * n]) map(tofrom : q[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { q[i * n + j] = p[i * n + j]; }
}
void k_struct_local(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : p[0 : n * n]) map(tofrom : q[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { pair_t t = p[i * n + j]; q[i * n + j].a = t.b; }
}
void k_struct_ptr_member(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : g[0 : 1], g->u[0 : n * n]) map(tofrom : g->v[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { g->v[i * n + j] = g->u[i * n + j]; }
}
void k_struct_ptr_scalar(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(to : g[0 : 1])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = g->k * x[i * n + j]; }
}
void k_struct_fixed(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n]) map(tofrom : f[0 : 1])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { f->w[i][j] = 1; }
}
void k_rows(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { yy[i][j] = xx[i][j]; }
}
void k_fixed2d(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { s2[i][j] = x[i * n + j]; }
}
void k_atomic(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { 
#pragma omp atomic
 y[i * n + j] += 1; }
}
void k_printf(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { if (x[0] < 0) printf("%d\n", j); y[i * n + j] = 1; }
}
void k_assert(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { assert(j >= 0); y[i * n + j] = 1; }
}
void k_builtin(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = __builtin_sqrt(x[i * n + j]) + __builtin_expect(j, 0); }
}
void k_bits(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = (i << 2) ^ j | 3; }
}
void k_int_div(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = x[(i * n + j) / 2 * 2]; }
}
void k_sizeof(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { y[i * n + j] = sizeof(double) * x[i * n + j]; }
}
void k_goto(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { if (j == 3) goto out; y[i * n + j] = 1; out:; }
}
void k_early_exit_local(int n, const double *x, double *y, const pair_t *p, pair_t *q, grid_t *g, fixed_t *f, double **xx, double **yy) {
#pragma omp target teams distribute parallel for map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { double r = x[i * n + j]; if (r < 0) r = -r; y[i * n + j] = r; }
}
