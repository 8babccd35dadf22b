// Second versions in C++: in templates, members, namespaces and several regions of a file; free of warnings
// on every level of optimization, and with results as by plain clang.
// RUN: %clangxx %host_offload -std=c++17 -O1 -Weverything -Wno-unsafe-buffer-usage -Wno-c++98-compat-pedantic -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -std=c++17 -O1 -Weverything -Wno-unsafe-buffer-usage -Wno-c++98-compat-pedantic -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -std=c++17 -O0 -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -std=c++17 -Os -Werror -c %s -o %t.o
// RUN: %cleave_cxx %host_offload -std=c++17 -O3 -g -Werror -c %s -o %t.o
// RUN: %cleave_cxx %sm90 -std=c++17 -O3 -Werror -S %s -o %t.ptx
// RUN: %clangxx %host_offload -std=c++17 -O2 %s -o %t.plain
// RUN: %cleave_cxx %host_offload -std=c++17 -O2 %s -o %t.cleave -Rpass=cleave 2> %t.remarks
// RUN: grep -c CLV030 %t.remarks | FileCheck %s --check-prefix=COUNT
// COUNT: 5
// RUN: %run %t.plain > %t.expected
// RUN: %run %t.cleave | diff %t.expected -
// RUN: %run4 %t.cleave | diff %t.expected -
// The second versions run: these are the last lines of the loops.
// RUN: env LIBOMPTARGET_INFO=16 %run %t.cleave 2>&1 >/dev/null | FileCheck %s
// CHECK: product{{.*}}_l32 with
// CHECK: rows{{.*}}_l43 with
// CHECK: tables{{.*}}_l58 with
// CHECK: tables{{.*}}_l62 with
// CHECK: ramp{{.*}}_l73 with
#include <cstdio>

namespace outer {
namespace {

template <typename T> void product(int n, const T *a, const T *x, T *y) {
#pragma omp target parallel for map(to : a[0 : n * n], x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      y[i] += a[i * n + k] * x[k];
}

// Rows of variable length, and a member that is read.
struct Scale {
  double factor;
  void rows(int n, const double *a, double *sums) const {
    const double by = factor;
#pragma omp target parallel for map(to : a[0 : n]) map(tofrom : sums[0 : n])
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        sums[i] += by * a[k];
  }
};

// Arrays, in one region with two kernels, of which the second has two loops that add up.
void tables() {
  double left[8][8], right[8][8], sum[8], other[8];
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 8; k++)
      left[i][k] = right[k][i] = i;
  for (int i = 0; i < 8; i++)
    sum[i] = other[i] = 0;
#pragma omp target map(to : left, right) map(tofrom : sum, other)
  {
#pragma omp parallel for
    for (int i = 0; i < 8; i++) { for (int k = 0; k < 8; k++) sum[i] += left[i][k] * right[k][i]; }
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 8; k++) other[i] += left[i][k];
      for (int k = 0; k < 8; k++) other[i] -= right[i][k] * sum[k]; }
  }
  for (int i = 0; i < 8; i++)
    std::printf("%g %g\n", sum[i], other[i]);
}

void ramp(const int *a, int *sums) {
#pragma omp target parallel for map(to : a[0 : 8]) map(tofrom : sums[0 : 8])
  for (int i = 0; i < 8; i++)
    for (int k = 7; k >= 0; k -= 2)
      if (a[k] > i)
        sums[i] += a[k];
}

} // namespace
} // namespace outer

int main() {
  float a[64], x[8], y[8];
  double b[64], w[8];
  int c[8], d[8];
  for (int i = 0; i < 64; i++) {
    a[i] = static_cast<float>(i % 7);
    b[i] = i % 5;
  }
  for (int i = 0; i < 8; i++) {
    x[i] = static_cast<float>(i);
    y[i] = 0;
    w[i] = i;
    c[i] = i * i;
    d[i] = 0;
  }
  outer::product(8, a, x, y);
  outer::Scale{2}.rows(8, b, w);
  outer::tables();
  outer::ramp(c, d);
  for (int i = 0; i < 8; i++)
    std::printf("%g %g %d\n", static_cast<double>(y[i]), w[i], d[i]);
}
