// std::swap of two records exchanges their pointers: a region maps the arrays of both.
// RUN: %cleave_cxx %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV014
// RUN: %clangxx %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %run %t | cmp %t.expected
// RUN: %run4 %t | cmp %t.expected
// CHECK: remark: CLV50{{[0-9]}}: 'a.x' is copied by each region
#include <cstdio>
#include <cstdlib>
#include <utility>
struct Part {
  int n;
  double *x;
};
static void advance(Part &p) {
  double *x = p.x;
  const int n = p.n;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
int main() {
  Part a = {8, static_cast<double *>(std::calloc(8, 8))}, b = {8, static_cast<double *>(std::calloc(8, 8))};
  for (int t = 0; t < 7; t++) {
    advance(a);
    std::swap(a, b);
    b.x[0] += 0.5;
  }
  std::printf("%g %g %g %g\n", a.x[0], a.x[7], b.x[0], b.x[7]);
}
