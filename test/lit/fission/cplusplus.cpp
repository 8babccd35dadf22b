// Namespaces, references, constants, templates, member functions and lambdas.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.cpp
// RUN: %clangxx -O1 -Wall -Werror -I%S %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.cpp -- -I%S | diff --strip-trailing-cr %t.rewritten.cpp -
// CHECK: region in Obj::run
// CHECK: CLV001
// CHECK: region in Obj::run2
// CHECK: CLV001
// CHECK: region in tmpl
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV252
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <vector>
#include <algorithm>
namespace ns {
static int glob = 4;
constexpr int K = 4;
namespace {
const double w = 2.5;
}
enum class Kind : short { a = 1, b = 7 };
struct P {
  double x;
  int f() const { return int(x) + 1; }
  void g() { x += 1; }
};
} // namespace ns
using ns::Kind;
#pragma omp declare target
template <class T> static T twice(T t) { return t + t; }
#pragma omp end declare target
struct Obj {
  double *d;
  int n;
  void run(double *q) {
    int m = n;
#pragma omp target map(tofrom : q [0:m])
    {
#pragma omp parallel for
      for (int i = 0; i < m; i++)
        q[i] += i;
#pragma omp parallel for
      for (int i = 0; i < m; i++)
        q[i] *= 2;
    }
  }
  void run2() {
#pragma omp target map(tofrom : d [0:n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        d[i] += i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        d[i] *= 2;
    }
  }
};
template <int B2> static void tmpl(double *q, int n) {
#pragma omp target map(tofrom : q [0:n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += B2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] *= 2;
  }
}
int main() {
  init();
  std::vector<double> v(N, 1.0);
  double *q = v.data();
  auto n = v.size();
  const int cst = 3;
  int lim = 10;
  int &ref = lim;
  Kind kind = Kind::a;
  ns::P p{1.5};
  bool flag = true;
#pragma omp target map(tofrom : q [0:n])
  {
    constexpr int W = ns::K * 2;
    const double half = A[3] * 0.5;
    auto t = q[0] + half;
    double tmp[W];
    using real = double;
    static_assert(W == 8, "");
    kind = Kind::b;
    p.g();
    flag = !flag;
    ns::glob += 2;
#pragma omp parallel for
    for (int i = 0; i < W; i++)
      tmp[i] = i + t + std::max(cst, i);
    real acc = 0;
#pragma omp parallel for reduction(+ : acc)
    for (std::size_t i = 0; i < n; i++) {
      acc += tmp[i % W] + (double)static_cast<int>(kind) + p.x + p.f() + ref + twice(ns::w);
    }
    q[1] = acc;
    double arr2[ns::K];
    arr2[0] = flag ? 1 : 2;
    arr2[cst] = std::min(cst, 2 + 0);
#pragma omp parallel for
    for (int i = 0; i < int(n); i++)
      q[i] += acc + arr2[0] + arr2[cst] + (flag ? 0.5 : 0.25) + ns::glob;
  }
  Obj o{q, N};
  o.run(q);
  o.run2();
  tmpl<3>(q, N);
  tmpl<5>(q, N);
  auto lam = [&](int k) {
#pragma omp target map(tofrom : q [0:n])
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        q[i] += k;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        q[i] *= 2;
    }
  };
  lam(2);
  for (double x : v)
    printf("%.10g ", x);
  printf("%d %d %g %d %d\n", lim, (int)kind, p.x, flag, ns::glob);
  show();
}
