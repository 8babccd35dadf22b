// Macros in templates, lambdas beside regions, and member functions.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=off -O1 -Wall -Wextra -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=off >%t.rewritten.cpp
// RUN: %clangxx -O1 %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <cstdio>
#define OMP(...) A_PRAGMA(omp __VA_ARGS__)
#define A_PRAGMA(x) _Pragma(#x)
#define EACH(type, i, n) OMP(parallel for) for (type i = 0; i < (n); ++i)

template <typename T> void scale(T *a, int n, T factor) {
// CHECK: :[[#@LINE+2]]: target region in scale
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
  OMP(target map(tofrom : a[0 : n]))
  {
    EACH(int, i, n) a[i] *= factor;
    a[0] += 1;
    EACH(long, i, n) a[i] += factor;
  }
}

struct Vector {
  int length;
  double *values;
  void fill(double value) {
// CHECK: :[[#@LINE+2]]: target region in Vector::fill
// CHECK-NEXT: + line [[#@LINE+1]]: CLV001:
    OMP(target map(tofrom : values[0 : length]))
    {
      EACH(int, i, length) values[i] = value;
      EACH(int, i, length) values[i] += i;
    }
  }
};

int main() {
  const int n = 500;
  static double a[n];
  static int b[n];
  Vector vector = {n, a};
  vector.fill(1.5);
  for (int i = 0; i < n; i++)
    b[i] = i;
  scale(a, n, 2.5);
  scale(b, n, 3);
  for (int i = 0; i < n; i++)
    std::printf("%g %d\n", a[i], b[i]);
}
