// Arrays, records and constants declared in the region with initializers: by the host if it has the values, else assigned on the
// device. Copies of records of unnamed type. What cannot be assigned stays refused.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// CHECK-COUNT-8: CLV001
// CHECK: region in constant_member
// CHECK: CLV251
// CHECK: region in keeps_value
// CHECK: CLV250
// CHECK: region in names
// CHECK: CLV250
// CHECK: region in large
// CHECK: CLV222
// TEXT-LABEL: void votes(
// TEXT: int votes[10] = {0};
// TEXT: target data map(to: votes)
// TEXT-LABEL: void device_lists(
// TEXT: double w[2][2];
// TEXT:      __builtin_memcpy(w, (double[2][2])
// TEXT-NEXT: {{[{][{]}}x[1], 2}, {x[2] * 2,
// TEXT-NEXT: 1{{[}][}]}}, sizeof w);
// TEXT:      s = (struct pair)
// TEXT-NEXT: {3, x[3]};
// TEXT-LABEL: void unnamed(
// TEXT: __typeof_unqual__(e) cleave_host_e = e;
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#define N 200
struct pair {
  int a;
  double b;
};
typedef struct {
  int x, y;
} point;
typedef const double constant;
typedef int four[4];
static void votes(int *x, int n, int steps) {
#pragma omp target map(tofrom : x[0 : n])
  for (int t = 0; t < steps; t++) {
    int votes[10] = {0};
    double w[3] = {0.25, 0.5, 0.25}, z = 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      votes[x[i] % 10]++;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = votes[i % 10] * w[1] * z + t;
  }
}
static void copies(struct pair *p, int n) {
  struct pair q = {3, 4.5};
#pragma omp target map(tofrom : p[0 : n]) map(to : q)
  {
    struct pair r = q, s = {1, 2.5}, u = p[0];
    point o = {.x = 1};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i].b += r.b + s.a + u.a + o.x;
    r.a++;
    o.y = r.a;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i].a += r.a + o.y;
  }
}
static void tables(double *x, int n, int k) {
#pragma omp target map(tofrom : x[0 : n])
  {
    const double w[2][3] = {{1, 2, 1}, {0, k, 2}};
    const int64_t shift = k * 2;
    constant factor = k + 0.5;
    static const int st[4] = {4, 3, 2, 1};
    static const double scale = 0.5;
    four f = {k, 2, 3, 4};
    const char name[] = "abc";
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      static const int inner[2] = {1, 5};
      x[i] += w[1][i % 3] * f[i % 4] + name[i % 3] + inner[i % 2];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= factor + shift + st[i % 4] * scale;
  }
}
static void device_lists(double *x, int n) {
#pragma omp target map(tofrom : x[0 : n])
  {
    const double w[2][2] = {{x[1], 2}, {x[2] * 2,
                            /* a comment */ 1}}, v = 3;
    struct pair s = {3, x[3]}, t = {.b = x[2] + 1};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += w[i % 2][i / 2 % 2] * s.b + t.a + v;
    s.b = t.b;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] -= s.b + w[1][1];
  }
}
static void owned(double *x, int n) {
  double a[4] = {1, 2, 3, 4};
  const double ca[3] = {1, 2, 3};
  struct pair q = {1, 2};
#pragma omp target map(tofrom : x[0 : n]) firstprivate(a, q, ca)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += a[i % 4] + q.b + ca[i % 3];
    a[2] = 7;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= a[i % 4];
  }
#pragma omp target map(tofrom : x[0 : n]) private(a)
  {
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      a[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] -= a[i % 4];
  }
  printf("%g\n", a[2]);
}
static void unnamed(double *x, int n) {
  struct {
    int a;
    double b;
  } q = {1, 2};
  const int c = n / 2;
  enum { A, B } e = B;
  unsigned long count = 3;
#pragma omp target map(tofrom : x[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += q.b + c + e;
    e = A;
    count++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= count + e;
  }
#pragma omp target map(tofrom : x[0 : n]) firstprivate(q)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += q.b + c;
    q.a = 4;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= q.a;
  }
  printf("%d %d %lu\n", q.a, e, count);
}
struct fixed {
  const int a;
  int b;
};
static void constant_member(int *x, int n) {
#pragma omp target map(tofrom : x[0 : n])
  {
    struct fixed f = {x[1], 3};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += f.a;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += f.b;
  }
}
static void keeps_value(int *x, int n) {
#pragma omp target map(tofrom : x[0 : n])
  {
    static int calls = 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += calls;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1;
  }
}
static void names(int *x, int n) {
#pragma omp target map(tofrom : x[0 : n])
  {
    static const char *const names[2] = {"a", "b"};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += names[i % 2] != NULL;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1;
  }
}
static void large(int *x, int n) {
  static int big[20000] = {3, 4};
#pragma omp target map(tofrom : x[0 : n]) firstprivate(big)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += big[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += big[i + 1];
  }
}
int main(void) {
  int x[N];
  struct pair p[N];
  double d[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 37, p[i].a = i, p[i].b = 2 * i, d[i] = i;
  votes(x, N, 3);
  copies(p, N);
  tables(d, N, 3);
  device_lists(d, N);
  owned(d, N);
  unnamed(d, N);
  constant_member(x, N);
  keeps_value(x, N);
  names(x, N);
  large(x, N);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i] * i + p[i].a + p[i].b + d[i] * (i + 1);
  printf("%.15g\n", s);
}
