// C++: regions in lambdas. Captures get copies or references of the same names. The object of a member function and combined loops
// stay refused.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.cpp
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.cpp
// RUN: %clangxx -O1 -Wall -Werror %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cxx -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-4: CLV001
// CHECK: region in solver::run
// CHECK: CLV204
// CHECK: region in combined
// CHECK: CLV204
// CHECK: region in combined: distributed
// TEXT: int cleave_host_n = n;
// TEXT: double * cleave_host_a = a;
// TEXT: auto &cleave_host_sum = sum;
// TEXT: auto &sum = cleave_host_sum;
#include <cstdio>
#include <cstdlib>
#define N 100
static void captured(double *a, int n) {
  double sum = 0, local[N] = {1, 2, 3};
  struct {
    int k;
    double h;
  } s = {2, 0.5};
  auto f = [&](double k) {
#pragma omp target map(tofrom : a[0 : n], sum)
    {
#pragma omp parallel for reduction(+ : sum)
      for (int i = 0; i < n; i++) {
        a[i] += k + local[i];
        sum += a[i];
      }
      n = n - 1;
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
        a[i] *= s.k;
        local[i] += s.h;
      }
    }
  };
  f(1.5);
  f(2);
  printf("%.15g %d %g\n", sum, n, local[4]);
}
static void by_copy(double *a, int n) {
  auto f = [=](double k) {
#pragma omp target map(tofrom : a[0 : n])
    for (int t = 0; t < 2; t++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += k;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= 2;
    }
  };
  f(1.5);
  [=, p = a + 1] {
    double w[3] = {1, 2, 3};
#pragma omp target map(tofrom : p[0 : n - 1]) firstprivate(w)
    {
      double *q = p;
#pragma omp parallel for
      for (int i = 0; i < n - 1; i++)
        q[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < n - 1; i++)
        p[i] *= w[i % 3];
    }
  }();
}
static void parameters() {
  double a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  auto ramp = [](double *p, int n) {
#pragma omp target map(tofrom : p[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] += i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] *= 2;
    }
  };
  ramp(a, N);
  printf("%g\n", a[17]);
}
struct solver {
  int n;
  double *x;
  void run() {
    auto f = [this] {
#pragma omp target map(tofrom : x[0 : n])
      {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          x[i] += i;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          x[i] *= 2;
      }
    };
    f();
  }
};
static void combined(double *a, int n) {
  auto f = [=] {
#pragma omp target parallel for map(tofrom : a[0 : n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
  };
  f();
  auto g = [=] {
#pragma omp target map(tofrom : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  };
  g();
}
int main() {
  double *a = (double *)malloc(N * 8);
  for (int i = 0; i < N; i++)
    a[i] = i;
  captured(a, N);
  by_copy(a, N);
  parameters();
  solver s{N, a};
  s.run();
  combined(a, N);
  double t = 0;
  for (int i = 0; i < N; i++)
    t += a[i] * i;
  printf("%.15g\n", t);
}
