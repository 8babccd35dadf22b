// `parallel for simd` on many teams asks LLVM for no vectorization that it then reports as failed: -Werror holds.
// RUN: %clang -O2 -Wall -Werror %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// CHECK-COUNT-6: CLV002
#include <stdio.h>
enum { N = 1000 };
static float sum(const float *restrict x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
int main(void) {
  float a[N], b[N], c[N], m[8][8]; double d[N]; int n = N; float s = 0;
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 1, c[i] = 2, d[i] = 0;
  for (int i = 0; i < 64; i++) m[i / 8][i % 8] = i;
#pragma omp target map(tofrom: a, b, c, d, m)
  {
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) a[i] += b[i] * c[i];
#pragma omp parallel for simd schedule(static) safelen(8)
    for (int i = 0; i < n; i++) d[i] = a[i] > 3 ? b[i] : c[i];
#pragma omp parallel for simd collapse(2)
    for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) m[i][j] += i;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) { float t = a[i]; for (int k = 0; k < 4; k++) t = t * t - 1; c[i] = t > 5 ? 5 : t; }
  }
#pragma omp target parallel for simd map(tofrom: a, b)
    for (int i = 0; i < n; i++) a[i] += b[i] * 2;
#pragma omp target map(tofrom: a, s)
#pragma omp parallel for simd reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i];
  printf("%g %g %g %g %g\n", s, sum(a, n), sum(b, n), sum(c, n), m[3][4]); 
  return 0;
}
