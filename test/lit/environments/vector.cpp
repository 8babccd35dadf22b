// Arrays of std::vector: passed by reference, and members of a class.
// RUN: %cleave_cxx %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clangxx %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | cmp %t.expected
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s | tee %t.rewritten.cpp | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx %host_offload -O2 -Wall -Werror %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cxx -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'a', 'b' kept on the device
// CHECK: remark: CLV014: data environment: 'f.x', 'f.y' kept on the device
// PLAIN: to device 54400 in 34, from device 27200 in 17
// BYTES: to device 6400 in 4, from device 6400 in 4
// TEXT: double * cleave_b = b.data();
// TEXT: #pragma omp target enter data map(to: cleave_a[0:a.size()], cleave_b[0:a.size()])
// TEXT: #pragma omp target exit data map(release: cleave_a[0:a.size()])
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
static void step(const std::vector<double> &in, std::vector<double> &out) {
  const double *a = in.data();
  double *b = out.data();
  const int n = in.size();
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
struct Field {
  std::vector<double> x, y;
  explicit Field(int n) : x(n), y(n) {}
  void axpy(double f) {
    double *p = x.data(), *q = y.data();
    int n = x.size();
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: q[0:n])
    for (int i = 0; i < n; i++)
      q[i] += f * p[i];
  }
  double sum() const { double s = 0; for (double v : y) s += v; return s; }
};
int main() {
  int n = 200;
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; i++) a[i] = b[i] = i % 5;
  for (int t = 0; t < 6; t++) {
    step(a, b);
    step(b, a);
  }
  double s = 0;
  for (double v : a) s += v;
  std::printf("%.12g\n", s);
  Field f(n);
  for (int i = 0; i < n; i++) f.x[i] = i;
  for (int t = 0; t < 5; t++) {
    f.axpy(0.5);
    if (t == 3) std::printf("%g\n", f.sum());
  }
  std::printf("%g\n", f.sum());
}
