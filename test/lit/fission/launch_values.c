// Values in the header of a parallel loop that only the device has: the host receives them before the launch, so that the number
// of iterations, and the grid, are those of the loop.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s | tee %t.rewritten.c | grep -v '//' | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave_cc %host_offload -O1 -c %s -o %t.o -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s --check-prefix=REMARKS
#include <omp.h>
#include <stdio.h>
enum { N = 60 };

struct mesh {
  int n, first;
  unsigned width : 3;
  struct {
    int begin;
  } sizes;
  double *x, *y;
};

// TEXT-LABEL: member(
// TEXT: int cleave_bound;
// TEXT-NEXT: #pragma omp target parallel num_threads(1) map(from: cleave_bound)
// TEXT: cleave_bound = m->n;
// TEXT: for (int i = 0; i < cleave_bound; i++)
// TEXT: cleave_bound_2 = m->first;
// TEXT-NEXT: cleave_bound_3 = m->n - 1;
// TEXT: for (int i = cleave_bound_2; i <= cleave_bound_3; i++)
// REMARKS: [[#@LINE+5]]:5: remark: CLV017: the host receives 'm->n' from the device
static void member(struct mesh *m) {
#pragma omp target map(tofrom : m[0 : 1]) map(tofrom : m->x[0 : N], m->y[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < m->n; i++)
      m->x[i] += m->y[i];
    m->first = 3;
    m->n -= 2;
#pragma omp parallel for
    for (int i = m->first; i <= m->n - 1; i++)
      m->y[i] = 2 * m->x[i];
  }
}

// The rows change in the region: the host has other bounds.
// TEXT-LABEL: rows(
// TEXT: cleave_bound = p[r];
// TEXT-NEXT: cleave_bound_2 = p[r + 1];
static void rows(int *p, int *a, int count) {
#pragma omp target map(to : p[0 : count + 1]) map(tofrom : a[0 : N])
  for (int r = 0; r < count; r++) {
#pragma omp parallel for
    for (int i = p[r]; i < p[r + 1]; i++)
      a[i] += r + 1;
    p[r + 1] = p[r + 1] - 1;
    if (r % 2)
#pragma omp parallel for
      for (int i = p[r]; i < p[r + 1]; i++)
        a[i] *= 2;
  }
}

// The plan's own variables are updated, once for loops that follow each other.
// TEXT-LABEL: scalars(
// TEXT: #pragma omp target update from(count)
// TEXT-NEXT: #pragma omp target
// TEXT-NEXT: #pragma omp teams distribute parallel for
// TEXT-NEXT: for (int i = 0; i < count; i++)
// TEXT-NOT: update
// TEXT: for (int i = 1; i < count; i++)
// TEXT: #pragma omp target update from(count)
// TEXT: for (int i = 0; i < N; i += count / 4 + 1)
static void scalars(int *a, int n) {
#pragma omp target map(tofrom : a[0 : N])
  {
    int count = 0;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
      count += a[i] % 2;
#pragma omp parallel for
    for (int i = 0; i < count; i++)
      a[i] += 100;
#pragma omp parallel for
    for (int i = 1; i < count; i++)
      a[i] -= 3;
    count /= 2;
    if (n > 10)
#pragma omp parallel for
      for (int i = 0; i < N; i += count / 4 + 1)
        a[i] += 7;
  }
}

// A variable of the program keeps its value on the host: an environment around the region may hold it.
// TEXT-LABEL: programs(
// TEXT-NOT: update
// TEXT: cleave_bound = n;
static int programs(int *a, int n) {
#pragma omp target data map(to : n)
  {
#pragma omp target map(tofrom : a[0 : N], n)
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += 1;
      n = n / 2;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 3;
    }
  }
  return n;
}

static int half(int value) { return value / 2; }

// TEXT-LABEL: others(
// TEXT: cleave_bound = half(m->n);
// TEXT: cleave_bound_2 = m->n;
// TEXT-NEXT: cleave_bound_3 = m->first;
// TEXT: firstprivate(cleave_bound_2, cleave_bound_3)
// TEXT: collapse(2)
// TEXT: for (int i = 0; i < cleave_bound_4; i += cleave_bound_5)
static void others(struct mesh *m, int *a, int *limit) {
#pragma omp target map(tofrom : m[0 : 1], a[0 : N]) map(to : limit[0 : 2])
  {
#pragma omp parallel for
    for (int i = 0; i < half(m->n); i++)
      a[i] += 1;
    m->first = 2;
    m->n++;
#pragma omp parallel for collapse(2) default(none) shared(a, m)
    for (int i = 0; i < m->n; i++)
      for (int j = 0; j < m->first; j++)
        a[i * 2 + j] += i - j;
#pragma omp parallel for
    for (int i = 0; i < limit[0]; i += limit[1])
      a[i] -= 1;
  }
}

// No variable of its type takes the value of a bit-field, a pointer's value is another one on the host, and a macro contains a
// part of the last expression. These loops stay in one team.
#define LAST_OF(m) (m)->n; i++
static void kept(struct mesh *m, double **end) {
#pragma omp target map(tofrom : m[0 : 1]) map(tofrom : m->x[0 : N]) map(tofrom : end[0 : 1])
  {
    m->width = 6;
    m->n--;
#pragma omp parallel for
// REMARKS: [[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams
    for (unsigned i = 0; i < m->width; i++)
      m->x[i] += 1;
    end[0] = m->x + 5;
#pragma omp parallel for
// REMARKS: [[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams
    for (double *p = m->x; p < end[0]; p++)
      *p *= 2;
#pragma omp parallel for
// REMARKS: [[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams
    for (int i = 0; i < LAST_OF(m))
      m->x[i] += 3;
  }
}

// The host reads members that the region does not assign. If the device has other values, from an enclosing data environment, its
// loops use them; only the grid depends on the values of the host.
// TEXT-LABEL: unchanged(
// TEXT-NOT: cleave_bound
// TEXT: #pragma omp target map(to: m[0 : 1])
// TEXT-NEXT: #pragma omp teams distribute parallel for
// TEXT-NEXT: for (int i = m->sizes.begin; i < m->n - 1; i++)
// TEXT: for (unsigned i = 0; i < 2 * m->width; i++)
// TEXT: for (int i = 0; i < LAST_OF(m))
static void unchanged(struct mesh *m, int *a) {
#pragma omp target data map(to : m[0 : 1])
  {
    m->n = 0;
    m->width = 1;
#pragma omp target map(to : m[0 : 1]) map(tofrom : a[0 : N])
    {
#pragma omp parallel for
      for (int i = m->sizes.begin; i < m->n - 1; i++)
        a[i] += 5;
      m->first = 7;
#pragma omp parallel for
      for (unsigned i = 0; i < 2 * m->width; i++)
        a[i] *= 3;
#pragma omp parallel for
      for (int i = 0; i < LAST_OF(m))
        a[i] -= 4;
    }
  }
}

// A pointer through which the region maps nothing may be a device address.
// TEXT-LABEL: elsewhere(
// TEXT: cleave_bound = m->n;
static void elsewhere(struct mesh *m, int *a) {
#pragma omp target map(tofrom : a[0 : N]) is_device_ptr(m)
  {
#pragma omp parallel for
    for (int i = 0; i < m->n; i++)
      a[i] += 2;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] *= 2;
  }
}

// A deferred region: the host does not wait for the values.
static void deferred(int *a, int *limit) {
#pragma omp target map(tofrom : a[0 : N]) map(to : limit[0 : 2]) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp parallel for
// REMARKS: [[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams
    for (int i = 0; i < limit[0]; i++)
      a[i] *= 2;
  }
#pragma omp taskwait
}

int main(void) {
  double x[N], y[N];
  int a[N], p[] = {0, 11, 23, 31, 44, 58}, limit[] = {40, 3};
  struct mesh m = {.n = 25, .first = 90, .width = 5, .x = x, .y = y};
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = N - i;
    a[i] = i;
  }
  member(&m);
  rows(p, a, 5);
  scalars(a, N);
  const int n = programs(a, 37);
  others(&m, a, limit);
  double *end[1];
  kept(&m, end);
  deferred(a, limit);
  m.n = 31, m.width = 5, m.sizes.begin = 2;
  unchanged(&m, a);
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  struct mesh *there = omp_target_alloc(sizeof m, device);
  m.n = 17;
  omp_target_memcpy(there, &m, sizeof m, 0, 0, device, host);
  elsewhere(there, a);
  omp_target_free(there, device);
  printf("%d %d %d %d\n", n, m.first, p[1], p[5]);
  for (int i = 0; i < N; i++)
    printf("%g %g %d\n", x[i], y[i], a[i]);
  return 0;
}
