// Constants whose address is taken still give sizes of arrays.
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
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <algorithm>
constexpr int sq(int k) { return k * k; }
int main() {
  init();
  const int K = 4;
  int n = 3;
  const double cd = A[3];
  enum { M = 8 };
#pragma omp target
  {
    constexpr int W = sq(3);
    double t[K], u[W], w[M];
    const int m = n * 2;
    const double h = A[1] * cd;
#pragma omp parallel for
    for (int i = 0; i < K; i++)
      t[i] = std::max(K, i) + h;
    u[std::min(K, n)] = t[1];
    n = std::min(n, K) + 1;
    w[n] = m;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      B[i] += t[i % K] + u[3] + m + w[n];
    J[0] = n;
  }
  printf("%d\n", n);
  show();
}
