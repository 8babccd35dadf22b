// C++: mapped members of a reference and of the object of a member function, also of records in it and reached from it.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %cleave_cxx -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-4: CLV001
// CHECK: region in Solver::scalar
// CHECK: CLV226
#include <cstdio>
#include <cstdlib>
struct Mesh {
  int n;
  double h;
  double *x, *y;
};
static void by_reference(Mesh &m, int n) {
#pragma omp target map(tofrom : m.x[0 : n]) map(to : m.y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m.x[i] += m.y[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m.x[i] *= 2;
  }
}
static void whole(Mesh &m, int n) {
#pragma omp target map(to : m) map(tofrom : m.x[0 : n]) map(to : m.y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m.x[i] += m.y[i] * m.h;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m.x[i] *= 2;
  }
}
struct Solver {
  int n;
  Mesh m;
  Mesh *p;
  double *z, h;
  void run() {
    int n = this->n;
#pragma omp target map(tofrom : m.x[0 : n], z[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        m.x[i] += z[i];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        z[i] *= 2;
    }
  }
  void run2() {
    int n = this->n;
#pragma omp target map(to : p[0 : 1]) map(tofrom : p -> x[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p->x[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p->x[i] *= 2;
    }
  }
  void scalar() {
    int n = this->n;
#pragma omp target map(to : h) map(tofrom : z[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        z[i] += h;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        z[i] *= 2;
    }
  }
};
int main() {
  int n = 100;
  Mesh m{n, 0.5, (double *)malloc(800), (double *)malloc(800)};
  for (int i = 0; i < n; i++)
    m.x[i] = i, m.y[i] = i % 7;
  by_reference(m, n);
  whole(m, n);
  Solver s{n, m, &m, m.y, 0.5};
  s.run();
  s.run2();
  s.scalar();
  double t = 0;
  for (int i = 0; i < n; i++)
    t += m.x[i] * i + m.y[i];
  printf("%.15g\n", t);
}
