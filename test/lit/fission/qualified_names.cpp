// Variables of namespaces and classes are named in clauses and calls in front of the region, where a local variable may have
// their name: by their qualified names. What a declaration in the region names may have no name in front of it.
// RUN: %clangxx -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O2 -Wall -Wextra -Werror %host_offload %s -o %t.cleave
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.cleave | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always CLEAVE_TILES=3 CLEAVE_TRANSFERS=always %run4 %t.cleave | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.cleave | diff %t.expected -
// RUN: %cleave rewrite %s -- -fopenmp > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clangxx -O2 %host_offload %t.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <cstdio>

namespace sizes {
static int rows = 40;
double data[50];
static double sums[50];
double *heap = data;
namespace {
struct Field {
  static int count;
  double own[50];
};
int Field::count = 30;
} // namespace
} // namespace sizes
int rows = 20;

// CHECK: {{^}}#pragma omp target data map(tofrom: ::sizes::data, ::sizes::sums)
static void arrays() {
  double *data = nullptr;
  float rows = 1;
  (void)data, (void)rows;
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < sizes::rows; i++)
      sizes::data[i] += i;
#pragma omp parallel for
    for (int i = 0; i < ::rows; i++)
      sizes::sums[i] += 2 + sizes::data[39 - i];
  }
}

// CHECK: {{^}}#pragma omp target data map(tofrom: sizes::heap[0:50])
static void sections() {
  const char *heap = "";
  (void)heap;
#pragma omp target map(sizes::heap[0:50])
  {
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      sizes::heap[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
      sizes::heap[i] *= 2;
  }
}

static void members(sizes::Field &field, double *a) {
  void *count = nullptr;
  (void)count;
#pragma omp target map(tofrom : a[0 : 50], field)
  {
#pragma omp parallel for
    for (int i = 0; i < sizes::Field::count - 1; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < sizes::Field::count; i++)
      field.own[i] += a[i];
  }
}

// CHECK: {{^}}#pragma omp target data map(tofrom: a[0 : 50], ::sizes::sums)
static void imported(double *a) {
  int rows = 0;
  (void)rows;
#pragma omp target map(tofrom : a[0 : 50])
  {
    using sizes::rows;
    using namespace sizes;
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      sums[i] += a[i];
  }
}

extern "C" void declared(double *a) {
#pragma omp target map(tofrom : a[0 : 50])
  {
    extern int later;
#pragma omp parallel for
    for (int i = 0; i < later; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < later; i++)
      a[i] *= 2;
  }
}
int later = 45;

int main() {
  sizes::Field field = {};
  double a[50] = {};
  arrays();
  sections();
  members(field, a);
  imported(a);
  declared(a);
  for (int i = 0; i < 50; i++)
    std::printf("%g %g %g %g\n", sizes::data[i], sizes::sums[i], field.own[i], a[i]);
  return 0;
}
