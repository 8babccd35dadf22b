// Pointers and members in map clauses: map(p, p[0:n]), map(s.p[0:n]) with and without the record, records reached through
// pointers, nested ones. Each kernel repeats all items of the record. With nowait they stay refused.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-10: CLV001
// CHECK: region in deferred
// CHECK: CLV226
// CHECK: region in pointer_alone
// CHECK: CLV252
// CHECK: region in pointer_changes
// CHECK: CLV246
// TEXT-LABEL: members(
// TEXT: target teams distribute parallel for map(tofrom: s.x[0 : n]) map(to: s.y[0 : n]){{$}}
#include <stdio.h>
#include <stdlib.h>
#define N 120
struct field {
  int n;
  double *x, *y;
  double w[4];
};
struct mesh {
  int n;
  double h;
  double *x;
  struct field f;
  struct field *g;
};
static double *global;
static void pointer_itself(double *p, int n) {
#pragma omp target map(p, p[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
    p[0] = 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] *= 2;
  }
}
static void global_pointer(int n) {
#pragma omp target map(to : global) map(tofrom : global[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      global[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      global[i] *= 2;
  }
}
static void members(struct field s, int n) {
#pragma omp target map(tofrom : s.x[0 : n]) map(to : s.y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      s.x[i] += s.y[i];
    s.x[1] = s.y[2];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      s.x[i] *= 2;
  }
}
static void whole_and_members(struct field *p, int n) {
  struct field s = *p;
#pragma omp target map(tofrom : s) map(tofrom : s.x[0 : n]) map(to : s.y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      s.x[i] += s.y[i] + s.n;
    s.n += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      s.x[i] *= 2 + s.n;
  }
  printf("n %d kept %d\n", s.n, s.x == p->x);
}
static void arrow(struct mesh *m) {
  int n = m->n;
#pragma omp target map(to : m[0 : 1]) map(tofrom : m -> x[0 : n])
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->x[i] += m->h;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->x[i] *= 2;
  }
}
static void nested(struct mesh *m) {
  int n = m->n;
#pragma omp target map(to : m[0 : 1]) map(tofrom : m -> x[0 : n], m->f.x[0 : n]) map(to : m->f.y[1 : n - 1])
  {
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      m->x[i] += m->f.x[i] + m->f.y[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->f.x[i] *= 2 + m->f.n;
  }
}
static void two_levels(struct mesh *m) {
  int n = m->n;
#pragma omp target map(to : m[0 : 1]) map(to : m -> g[0 : 1]) map(tofrom : m->g->x[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->g->x[i] += m->h;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->g->x[i] *= 2;
  }
}
static void members_alone(struct mesh *m) {
  int n = m->n;
#pragma omp target map(tofrom : m->x[0 : n], m->f.x[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->x[i] += m->f.x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->f.x[i] *= 2;
  }
}
static void inner_array(struct field *p, double *x, int n) {
  struct field s = *p;
#pragma omp target map(tofrom : s.w, s.n) map(tofrom : x[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += s.w[i % 4];
    s.w[2] = s.n++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= s.w[i % 4];
  }
  printf("%g %d\n", s.w[2], s.n);
}
static void outer(struct mesh *m) {
  int n = m->n;
#pragma omp target data map(to : m[0 : 1]) map(tofrom : m -> x[0 : n], m->f.x[0 : n])
  {
    arrow(m);
    members_alone(m);
#pragma omp target
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        m->x[i] += m->f.x[i];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        m->f.x[i] *= 0.5;
    }
  }
}
static void deferred(struct mesh *m) {
  int n = m->n;
#pragma omp target nowait map(tofrom : m->x[0 : n], m->f.x[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->x[i] += m->f.x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m->f.x[i] *= 2;
  }
#pragma omp taskwait
}
static void pointer_alone(double *p, int n) {
#pragma omp target data map(tofrom : p, p[0 : n])
#pragma omp target map(p)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] *= 2;
  }
}
static void pointer_changes(double *p, int n) {
#pragma omp target map(p, p[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
    p++;
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
      p[i] *= 2;
    p--;
  }
}
int main(void) {
  int n = N;
  struct field g[2] = {{n, malloc(n * 8), malloc(n * 8), {1, 2, 3, 4}},
                       {n, malloc(n * 8), malloc(n * 8), {1, 2, 3, 4}}};
  struct mesh m = {n, 0.5, malloc(n * 8), g[1], &g[0]};
#define RUN(call)                                                                                            \
  for (int i = 0; i < n; i++)                                                                                \
    m.x[i] = i, g[1].x[i] = 2 * i, g[1].y[i] = i % 7, g[0].x[i] = i % 5;                                     \
  call;                                                                                                      \
  {                                                                                                          \
    double s = 0;                                                                                            \
    for (int i = 0; i < n; i++)                                                                              \
      s += m.x[i] * i + g[1].x[i] * (i + 1) + g[1].y[i] + g[0].x[i] * i;                                     \
    printf(#call " %.15g\n", s);                                                                             \
  }
  global = m.x;
  RUN(pointer_itself(m.x, n))
  RUN(global_pointer(n))
  RUN(members(m.f, n))
  RUN(whole_and_members(&m.f, n))
  RUN(arrow(&m))
  RUN(nested(&m))
  RUN(two_levels(&m))
  RUN(members_alone(&m))
  RUN(inner_array(&m.f, m.x, n))
  RUN(outer(&m))
  RUN(deferred(&m))
  RUN(pointer_alone(m.x, n))
  RUN(pointer_changes(m.x, n))
}
