// A region of a member function maps sections of its members and, because it uses other members, the object: what it computes through the
// members reaches the host, with one loop and without a data environment around it as well.
// RUN: %clang %host_offload -O1 -Wall -Werror %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cxx %host_offload -O1 -Wall -Werror %s -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %cleave_cxx %link_sm90 -O1 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave rewrite %s | FileCheck %s
// CHECK: #pragma omp target map(tofrom: this[:1]) map(tofrom: d[0 : n])
// CHECK: #pragma omp target map(tofrom: this[:1]) map(tofrom: d[0 : n]) map(to: e[0 : n], q[0 : n])
// CHECK: #pragma omp target map(tofrom: this[:1]) map(to: e[0 : n])
// CHECK: #pragma omp target data map(tofrom: this[:1]) map(to: q[0 : n]) map(to: e[0 : n])
#include <cstdio>
enum { N = 3000 };
struct View {
  double *d, *e;
  int n, calls;
  void scale(double f) {
#pragma omp target map(tofrom : d[0 : n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      d[i] *= f;
  }
  void add(const double *q) {
#pragma omp target map(tofrom : d[0 : n]) map(to : e[0 : n], q[0 : n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      d[i] += e[i] + q[i];
  }
  void copy(double *q) {
#pragma omp target map(to : e[0 : n]) map(from : q[0 : n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] = e[i] * n;
  }
  void twice(const double *q) {
#pragma omp target map(to : q[0 : n]) map(tofrom : d[0 : n]) map(to : e[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        d[i] += e[i] + q[i];
      calls += 1;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        d[i] *= calls + q[i];
    }
  }
};
struct Record {
  double *d;
  int n;
};
static void scale(Record *r, double f) {
  const int n = r->n; // r->n itself is not mapped
#pragma omp target map(tofrom : r->d[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    r->d[i] *= f;
}
int main() {
  static double a[N], b[N], c[N];
  for (int i = 0; i < N; i++)
    a[i] = 1, b[i] = i % 5, c[i] = i % 7;
  View view{a, b, N, 1};
  View{a, b, N, 1}.scale(3);
  view.scale(2);
  view.add(c);
  view.twice(c);
  view.copy(c);
  Record record{a, N};
  scale(&record, 2);
  double s = 0, t = 0;
  for (int i = 0; i < N; i++)
    s += a[i] * (i % 3), t += c[i];
  printf("%.1f %.1f %d %d\n", s, t, view.calls, view.n == N && view.d == a && view.e == b);
}
