// The colon of a section is where the compiler read it, not the first one of the text: scope operators and characters
// have colons, brackets can be digraphs.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave rewrite %s >%t.rewritten.cpp
// RUN: FileCheck %s <%t.rewritten.cpp
// RUN: %clangxx -O1 %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <cstdio>

namespace limits {
constexpr int low = 2;
}
enum { n = 100 };
static double store[n + 8];

// CHECK-LABEL: static void scope(
// CHECK: map(alloc: q[a - q + (limits::low):1])
static void scope(double *a, int k) {
#pragma omp target map(tofrom : a[limits::low : n])
  {
    double *q = a + k;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      q[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      q[i + 1] *= 2;
  }
}

// CHECK-LABEL: static void character(
// CHECK: map(alloc: q[a - q + (':' - 55):1])
static void character(double *a, int k) {
#pragma omp target map(tofrom : a[':' - 55 : n])
  {
    double *q = a + k;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      q[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      q[i + 1] *= 2;
  }
}

// CHECK-LABEL: static void digraphs(
// CHECK: map(alloc: q[a - q:1])
static void digraphs(double *a, int k) {
#pragma omp target map(tofrom : a<: 0 : n :>)
  {
    double *q = a + k;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      q[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      q[i + 1] *= 2;
  }
}

int main() {
  for (int i = 0; i < n + 8; i++)
    store[i] = i;
  scope(store, 3);
  character(store, 4);
  digraphs(store, 5);
  double sum = 0;
  for (int i = 0; i < n + 8; i++)
    sum = sum * 0.5 + store[i];
  std::printf("%.17g\n", sum);
}
