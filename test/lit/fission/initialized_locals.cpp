// C++: variables declared in the region with initializers, private copies of unnamed types. A braced initializer of the device
// stays refused: C++ has no compound literals.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %cleave_cxx -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK: CLV001
// CHECK: CLV251
#include <cstdio>
struct pair {
  int a;
  double b;
};
int main() {
  double x[100];
  struct {
    int a;
    double b;
  } q = {1, 2};
  enum { A, B } e = B;
  const int c = 4;
  const double w[3] = {1, 2, 3};
  for (int i = 0; i < 100; i++)
    x[i] = i;
#pragma omp target map(tofrom : x) firstprivate(q)
  {
    int votes[10] = {};
    double t[3]{1, 2, 3};
    pair p = {1, 2.5};
    static constexpr int k[2] = {3, 4};
    const pair r = p;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
      x[i] += q.b + e + t[i % 3] + p.b;
#pragma omp atomic
      votes[i % 10]++;
    }
    q.a = 3;
    e = A;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      x[i] *= q.a + e + votes[i % 7] + k[i % 2] + r.b + c;
  }
#pragma omp target map(tofrom : x)
  {
    pair s = {3, x[2]};
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      x[i] += s.b;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      x[i] *= w[i % 3];
  }
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += x[i] * i;
  printf("%.15g %d %d\n", s, q.a, e);
}
