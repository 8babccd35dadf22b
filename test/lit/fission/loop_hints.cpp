// Loop hints of a factor that is a macro, of loops with other ends, in templates, from a macro; and likely branches.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O2 -Wall -Wextra -Werror %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite --compiled %s | FileCheck %s --check-prefix=TEXT
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: %cleave_cxx -O2 -Wall -Wextra -Werror %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
#include <cstdio>
const int N = 100;
double a[N][N], b[N], c[N];
#define UNROLL _Pragma("unroll")
#define FACTOR 4
template <int K> static void small(double *x) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : N])
  for (int i = 0; i < N; i++) {
    double v[K];
#pragma unroll
    for (int k = 0; k < K; k++) v[k] = x[i] + k;
#pragma unroll FACTOR
    for (int k = 0; k < K; k++) x[i] += v[k];
  }
}
int main() {
  for (int i = 0; i < N; i++) { c[i] = i; for (int j = 0; j < N; j++) a[i][j] = (i * j) % 7; }
#pragma omp target teams distribute parallel for map(to : a) map(from : b)
  for (int i = 0; i < N; i++) {
    double s = 0, m = 0;
#pragma clang loop vectorize(enable) interleave_count(2)
    for (int j = 0; j < N; j++) {
      if (a[j][i] > 3) [[likely]] s += a[j][i];
      else [[unlikely]] m -= 1;
    }
    b[i] = s + m;
  }
#pragma omp target map(tofrom : b, c)
  {
    double carry = 0;
#pragma unroll
    for (int i = 0; i < N; i++) { carry += c[i]; b[i] += carry; }
    int i = 0;
#pragma clang loop unroll(disable)
    while (i < N) { c[i] += b[i]; i++; }
#pragma nounroll
    do { i--; c[i] *= 2; } while (i > 0);
    UNROLL
    for (int k = 0; k < 3; k++) c[k] = k;
  }
  // CHECK: CLV001: target region split into 2 kernels
  // CHECK: CLV013
  // TEXT: _Pragma("unroll(2)") for (int k = 0; k < 4; k++){{.*}}_Pragma("unroll FACTOR") for
#pragma omp target teams distribute map(tofrom : a) map(to : c)
  for (int i = 0; i < N; i++) {
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
#pragma unroll(2)
      for (int k = 0; k < 4; k++) a[i][j] += c[k];
    }
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
#pragma unroll FACTOR
      for (int k = 0; k < 4; k++) a[i][j] -= c[k + 1];
    }
  }
  double t = 0;
  int h[8] = {0};
  // CHECK: CLV050: teams combine the values of 't'
  // CHECK: CLV055: teams combine 'h'
#pragma omp target teams distribute parallel for reduction(+ : t, h) map(to : a)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
#pragma unroll
      for (int k = 0; k < 2; k++) { t += a[i][j] * k; h[(i + j) & 7] += k; }
  // CHECK: CLV043: loop nest mapped to the grid
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
#pragma GCC unroll 3
      for (int k = 0; k < 3; k++) a[i][j] += k;
    }
  small<5>(b);
  small<33>(c);
  double x = 0;
  for (int i = 0; i < N; i++) { x += b[i] * i + c[i]; for (int j = 0; j < N; j++) x += a[i][j]; }
  printf("%.10g %.10g %d %d\n", x, t, h[0], h[7]);
}
