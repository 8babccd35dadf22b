// Pointers that the region declares or sets: exchanged, selected, derived, moved on, from mapped arrays and pointers, from those
// without a clause and from device pointers. The host computes them. What only the device computes stays refused.
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
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 200
static double a[N], b[N], c[N];
#pragma omp declare target
static double table[N];
#pragma omp end declare target

// CHECK-LABEL: region in ping_pong
// CHECK: CLV001
// TEXT-LABEL: ping_pong(
// TEXT: target data map(tofrom: x[0 : N], y[0 : N])
// TEXT: double *src = x, *dst = y;
// TEXT: target teams distribute parallel for{{$}}
static void ping_pong(double *x, double *y, int steps) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *src = x, *dst = y;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 1; i < N - 1; i++)
        dst[i] = 0.5 * (src[i - 1] + src[i + 1]);
      double *tmp = src;
      src = dst;
      dst = tmp;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      src[i] += 1;
  }
}
// CHECK-LABEL: region in parity
// CHECK: CLV001
static void parity(double *x, double *y, int steps) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  for (int t = 0; t < steps; t++) {
    double *cur = t % 2 ? x : y, *next = &(t % 2 ? y : x)[0];
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      next[i] = 0.5 * (cur[i - 1] + cur[i + 1]);
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      cur[i] += t;
  }
}
// CHECK-LABEL: region in triples
// CHECK: CLV001
static void triples(int steps) {
#pragma omp target map(tofrom : a, b, c)
  {
    double *p = a, *q = b, *r = c, *s = NULL;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 1; i < N - 1; i++)
        r[i] = q[i - 1] + q[i + 1] - p[i];
      s = p, p = q, q = r, r = s;
      p[0] = t;
    }
  }
}
// CHECK-LABEL: region in branches
// CHECK: CLV001
static void branches(double *x, double *y, int steps) {
#pragma omp target map(tofrom : x[0 : N]) map(to : y[0 : N])
  for (int t = 0; t < steps; t++) {
    const double *from;
    if (t % 3 == 1)
      from = y;
    else
      from = x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = from[i] + t;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] *= 0.5;
  }
}
// CHECK-LABEL: region in derived
// CHECK: CLV001
// TEXT-LABEL: derived(
// TEXT: parallel for map(alloc: row[x - row:1])
static void derived(double *x, int k) {
#pragma omp target map(tofrom : x[0 : N])
  {
    double *q = x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      q[i] += 1;
    double *row;
    row = x + k;
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
      for (int i = -k; i < N / 2 - k; i++)
        row[i] = row[i + N / 2] * 2;
      row -= 3;
      k -= 3;
    }
    row = q + 1;
#pragma omp parallel for
    for (int i = -1; i < N - 1; i++)
      row[i] += i;
  }
}
// The halves of one array are exchanged; the section does not begin at 0.
// CHECK-LABEL: region in halves
// CHECK: CLV002
// TEXT-LABEL: halves(
// TEXT: map(alloc: from[x - from + (1):1], to[x - to + (1):1])
static void halves(double *x, int half) {
#pragma omp target map(tofrom : x[1 : N - 1])
  {
    double *from = x + 1, *to = &x[half];
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
      for (int i = 0; i < half - 1; i++)
        to[i] += from[i] * 0.25;
      double *s = from;
      from = to;
      to = s;
    }
  }
}
// Rows of exchanged arrays.
// CHECK-LABEL: region in rows
// CHECK: CLV002
// TEXT-LABEL: rows(
// TEXT: map(alloc: row[src - row:0])
static void rows(double *x, double *y) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *src = x, *dst = y;
    for (int t = 0; t < 4; t++) {
      double *row = src + 10 * t, *out = dst;
#pragma omp parallel for
      for (int i = 0; i < 10; i++)
        out[i] += row[i] * 0.5;
      {
        void *s = src;
        src = dst;
        dst = s;
      }
    }
  }
}
// CHECK-LABEL: region in two_dimensions
// CHECK: CLV001
static void two_dimensions(double (*x)[10], double (*y)[10]) {
  double z[10][10] = {{0}};
#pragma omp target map(tofrom : x[0 : 20][0 : 10], y[0 : 20][0 : 10])
  {
    double(*src)[10] = x, (*dst)[10] = y, *flat = z[0];
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
      for (int i = 1; i < 19; i++)
        for (int j = 0; j < 10; j++)
          dst[i][j] = src[i - 1][j] + src[i + 1][9 - j] + flat[j];
      double(*s)[10] = src;
      src = dst;
      dst = s;
#pragma omp parallel for
      for (int j = 0; j < 10; j++)
        flat[j * 10] = src[j][j];
    }
  }
  for (int i = 0; i < 10; i++)
    x[19][i] += z[i][0];
}
// No clause: an outer environment holds the arrays. What is added begins at the device's address.
// CHECK-LABEL: region in outer_environment
// CHECK: CLV001
// TEXT-LABEL: outer_environment(
// TEXT: double * cleave_host_x = x;
// TEXT: map(alloc: q[y - q:0])
static void outer_environment(double *x, double *y, int k) {
#pragma omp target
  {
    double *q = y + k, *other = y;
#pragma omp parallel for
    for (int i = -k; i < N - k; i++)
      q[i] += x[i + k];
    double *s = x;
    x = other;
    other = s;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] -= other[i] * 0.125;
  }
}
// CHECK-LABEL: region in device_pointers
// CHECK: CLV001
// TEXT-LABEL: device_pointers(
// TEXT:      is_device_ptr(d) {{.$}}
// TEXT-NEXT: {{^ *}}firstprivate(e){{$}}
static void device_pointers(double *d, double *x) {
#pragma omp target is_device_ptr(d) map(tofrom : x[0 : N])
  {
    double *e = d + N / 2;
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      e[i] = x[i] * 3, d[i] = i;
    e = d;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = e[i];
  }
}
// CHECK-LABEL: region in advanced
// CHECK: CLV001
// TEXT-LABEL: advanced(
// TEXT: map(alloc: x[cleave_host_x - x:1])
static void advanced(double *x) {
#pragma omp target map(tofrom : x[0 : N])
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      x[i] += t;
    x[3] = 1;
    x += 20;
  }
}
// CHECK-LABEL: region in in_teams
// CHECK: CLV001
static void in_teams(double *x, double *y) {
#pragma omp target teams map(tofrom : x[0 : N], y[0 : N])
  {
    double *p = x, *q = y + 1;
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      p[i] += 1;
#pragma omp distribute parallel for
    for (int i = 0; i < N - 1; i++)
      q[i] += 2;
  }
}
// One kernel: the environment maps the array before the kernel translates the pointer.
// CHECK-LABEL: region in one_kernel
// CHECK: CLV002
// TEXT-LABEL: one_kernel(
// TEXT: target data map(tofrom: x[0 : N], y[0 : N])
static void one_kernel(double *x, double *y, int k) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *p = k > 3 ? x : y;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += 1;
  }
}
// CHECK-LABEL: region in one_kernel_into
// CHECK: CLV002
static void one_kernel_into(double *x, int k) {
#pragma omp target map(tofrom : x[0 : N])
  {
    double *p = x + k;
#pragma omp parallel for
    for (int i = -k; i < N - k; i++)
      p[i] += i;
  }
}
static void (*volatile call_one)(double *, double *, int) = one_kernel;
static void (*volatile call_into)(double *, int) = one_kernel_into;
// Two roots and elements added: neither a look-up nor one base finds the memory.
// CHECK-LABEL: region in two_roots
// CHECK: CLV246
static void two_roots(double *x, double *y) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *p = x + 3;
#pragma omp parallel for
    for (int i = 0; i < N - 3; i++)
      p[i] += 1;
    p = y - 1;
#pragma omp parallel for
    for (int i = 1; i < N; i++)
      p[i] += 2;
  }
}
// The source changes while the row is in use.
// CHECK-LABEL: region in stale_row
// CHECK: CLV246
static void stale_row(double *x, double *y) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *src = x, *row = src + 5;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      row[i] += 1;
    src = y;
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      src[i] += row[i];
  }
}
// The section begins after the value.
// CHECK-LABEL: region in late_section
// CHECK: CLV246
static void late_section(double *x, double *y) {
#pragma omp target map(tofrom : x[10 : 50], y[0 : N])
  {
    double *p = x, *q = y;
    for (int t = 0; t < 2; t++) {
#pragma omp parallel for
      for (int i = 10; i < 50; i++)
        p[i] += q[i];
      double *s = p;
      p = q;
      q = s;
    }
  }
}
// CHECK-LABEL: region in by_device
// CHECK: CLV246
static void by_device(double *x, double *y) {
#pragma omp target map(tofrom : x[0 : N], y[0 : N])
  {
    double *p = x[0] > 0 ? x : y;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] += y[i];
  }
}
// CHECK-LABEL: region in mixed_spaces
// CHECK: CLV246
static void mixed_spaces(double *d, double *x, int which) {
#pragma omp target is_device_ptr(d) map(tofrom : x[0 : N])
  {
    double *p = which ? d : x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] = 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] += p[i];
  }
}
// CHECK-LABEL: region in from_memory
// CHECK: CLV246
static void from_memory(double *x, double *y) {
  double *both[2] = {x, y};
#pragma omp target map(tofrom : x[0 : N], y[0 : N]) map(to : both)
  {
    double *p = both[0] ? x : y, *q;
    q = p;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      q[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      q[i] += 2;
  }
}
// The run time finds no device address for a static variable of the device.
// CHECK-LABEL: region in of_program
// CHECK: CLV246
static void of_program(double *x) {
#pragma omp target map(tofrom : x[0 : N])
  {
    double *p = table, *q = table + N;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      p[i] = x[i];
#pragma omp parallel for
    for (int i = 1; i <= N; i++)
      x[N - i] += q[-i];
  }
}
static void show(const char *name) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s += a[i] * (i + 1) + b[i] * (i % 7 - 2) + c[i] * (i % 3);
  printf("%s %.12g\n", name, s);
  for (int i = 0; i < N; i++)
    a[i] = i % 11, b[i] = i % 5 - 1, c[i] = 1;
}
int main(void) {
  show("begin");
#define RUN(call)                                                                                                      \
  call;                                                                                                                \
  show(#call);
  RUN(ping_pong(a, b, 3))
  RUN(ping_pong(a, b, 4))
  RUN(parity(a, b, 3))
  RUN(triples(4))
  RUN(branches(a, b, 5))
  RUN(derived(a, 7))
  RUN(halves(a, N / 2))
  RUN(rows(a, b))
  RUN(two_dimensions((double(*)[10])a, (double(*)[10])b))
#pragma omp target data map(tofrom : a, b)
  outer_environment(a, b, 5);
  show("outer_environment");
  double *d = omp_target_alloc(N * sizeof *d, omp_get_default_device());
  RUN(device_pointers(d, a))
  RUN(mixed_spaces(d, a, 0))
  omp_target_free(d, omp_get_default_device());
  RUN(advanced(a))
  RUN(of_program(a))
  RUN(in_teams(a, b))
  RUN(call_one(a, b, 3))
  RUN(call_into(a, 4))
  RUN(two_roots(a, b))
  RUN(stale_row(a, b))
  RUN(late_section(a, b))
  RUN(by_device(a, b))
  RUN(from_memory(a, b))
}
