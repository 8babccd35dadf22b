// Loops with `collapse` are mapped without that clause: as one loop over threads with 32-bit numbers, in whole warps, and in tiles if
// the body has loops. What no proof allows stays as it is.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -fplugin-arg-cleave-reduction=off -o %t
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-reduction=off -fplugin-arg-cleave-reduction=off | FileCheck %s --implicit-check-not=CLV044
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -fplugin-arg-cleave-reduction=off -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=off CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// The clause is in the plain form of each loop, and in no mapped one.
// RUN: %clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fplugin=%plugin -fplugin-arg-cleave-reduction=off -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled \
// RUN:   -fsyntax-only %s | grep -v "^//" >%t.text
// RUN: not grep "collapse([23])[^\"]*\") for (int cleave_thread" %t.text
// RUN: grep -c "for (int cleave_thread" %t.text | FileCheck %s --check-prefix=MAPPED
// MAPPED: {{^}}9{{$}}
#include <stdio.h>
#include <stdlib.h>

enum { N = 70, M = 64 };

static double digest(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + a[i];
  return sum;
}

// 62 iterations from 1: 64 lanes from 0. With a row of 41 elements, the iterations are not extended: 39 of 64 are too few.
// CHECK: region in stencils: split
// CHECK-COUNT-2: CLV043: loop nest mapped to the grid: consecutive threads execute consecutive iterations of 'j'; 2 loops are parallel
static void stencils(const double *a, double *b, int n, int m, int steps) {
#pragma omp target map(to : a[0 : n * m]) map(tofrom : b[0 : n * m])
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] += a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j];
#pragma omp parallel for collapse(2)
    for (int i = n - 1; i >= 0; i -= 3)
      for (int j = 0; j < m; j++)
        b[i * m + j] *= 0.5;
  }
}

// Tiles, also with rows and columns that fill none.
// CHECK: region in product:
// CHECK: CLV043: {{.*}}iterations of 'j'; 2 loops are parallel
static void product(const double *a, const double *b, double *c, int n, int m) {
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * m], b[0 : m * m]) map(from : c[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[i * m + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// A third loop is proved to be independent. If it were not, the first two would be mapped.
// CHECK: region in cube:
// CHECK: CLV043: {{.*}}iterations of 'k'{{.*}}; 3 loops are parallel
static void cube(double (*c)[M][8], int n) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : c[0 : n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < 8; k++)
        c[i][j][k] += i * 100 + j * 10 + k;
}

// CHECK: region in sums:
// CHECK: CLV043: {{.*}}iterations of 'j'; 2 loops are parallel
static void sums(double *c, double *d, int n, int m) {
#pragma omp target teams distribute parallel for collapse(2) map(to : c[0 : n * m * 8]) map(tofrom : d[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 8; k++)
        d[i * m + j] += c[(i * m + j) * 8 + k];
}

// Nothing proves that the indices differ; `collapse` says it.
// CHECK: region in scatter:
// CHECK: CLV043: {{.*}}2 loops are parallel
static void scatter(const int *index, double *b, int n, int m) {
#pragma omp target teams distribute parallel for collapse(2) map(to : index[0 : n * m]) map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[index[i * m + j]] += i * 2 + j;
}

// Clauses that refer to the collapsed loop: no version. The loops with a reduction, with a 64-bit and with unsigned counters have one.
// CHECK: region in kept:
// CHECK: CLV043: {{.*}}2 loops are parallel
// CHECK: CLV043: {{.*}}2 loops are parallel
// CHECK: CLV043: {{.*}}2 loops are parallel
// CHECK-NOT: CLV043
static double kept(const double *b, double *c, int n, long m, unsigned u) {
  double last = 0;
  long sum = 0;
#pragma omp target map(tofrom : last, sum) map(to : b[0 : n * m]) map(tofrom : c[0 : n * m])
  {
#pragma omp parallel for collapse(2) reduction(+ : sum)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n - 6; j++)
        sum += (long)b[i * m + j];
#pragma omp parallel for collapse(2) lastprivate(last)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n - 6; j++)
        last = b[i * m + j];
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        c[i * m + j] += 1;
#pragma omp parallel for collapse(2)
    for (unsigned i = 0; i < u; i++)
      for (unsigned j = 0; j < u; j++)
        c[i * u + j] += 2;
#pragma omp parallel for collapse(2) schedule(static, 4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n - 6; j++)
        c[i * m + j] += 3;
  }
  return last + sum;
}

int main(void) {
  static double a[N * M], b[N * M], c[N * M * 8], d[N * M];
  static int index[N * M];
  for (int i = 0; i < N * M; i++) {
    a[i] = i % 97 * 0.25;
    b[i] = i % 31;
    index[i] = i * 11 % (N * M);
  }
  stencils(a, b, N, M, 2);
  stencils(a, b, 12, 41, 2);
  stencils(a, b, 1, 2, 1);
  printf("%.17g\n", digest(b, N * M));
  product(a, b, d, N, M);
  printf("%.17g\n", digest(d, N * M));
  product(a, b, d, 33, 31);
  product(a, b, d, 3, 30);
  product(a, b, d, 0, 30);
  printf("%.17g\n", digest(d, N * M));
  cube((double(*)[M][8])c, N);
  cube((double(*)[M][8])c, 5);
  sums(c, d, N, M);
  sums(c, d, 7, 29);
  scatter(index, b, N, M);
  printf("%.17g %.17g %.17g\n", digest(c, N * M * 8), digest(d, N * M), digest(b, N * M));
  printf("%.17g\n", kept(b, d, N, M, 60));
  printf("%.17g\n", digest(d, N * M));
  return 0;
}
