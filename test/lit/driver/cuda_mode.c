// With -fopenmp-cuda-mode, clang 19 accepts no allocate clause for variables of teams. The versions that need one are left out; the others stay.
// RUN: %cleave_cc %sm90 -fopenmp-cuda-mode -O2 -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV050 --implicit-check-not=CLV053 --implicit-check-not=CLV046
// RUN: %cleave_cc %link_sm90 -fopenmp-cuda-mode -O1 %s -o %t && %gpu %t | FileCheck %s --check-prefix=RESULT
// RUN: %cleave_cc %sm90 -fopenmp-cuda-mode -fno-openmp-cuda-mode -O2 -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: CLV050
#include <stdio.h>
#include <stdlib.h>

void product(int n, const float *restrict a, const float *restrict b, float *restrict c) {
// CHECK: [[#@LINE+1]]:1: remark: CLV043: {{.*}} 2 loops are parallel [-R
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * n], b[0 : n * n]) map(tofrom : c[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void rows(int n, const int *row, const int *col, const float *v, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : row[0 : n + 1], col[0 : row[n]], v[0 : row[n]], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += v[k] * x[col[k]];
    y[i] = s;
  }
}

double sum(int n, const float *a) {
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : a[0 : n]) map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

double two_loops(int n, float *a) {
  double s = 0;
#pragma omp target map(tofrom : a[0 : n], s)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for reduction(max : s)
    for (int i = 0; i < n; i++)
      s = a[i] > s ? a[i] : s;
  }
  return s;
}

double running(int n, float *a) {
  float s = 0;
#pragma omp target map(tofrom : a[0 : n], s)
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i] = s;
  }
  return s;
}

int main(void) {
  enum { N = 48 };
  float *a = malloc(4 * N * N), *b = malloc(4 * N * N), *c = malloc(4 * N * N);
  int row[N + 1], col[4 * N];
  for (int i = 0; i < N * N; i++)
    a[i] = i % 7, b[i] = i % 5, c[i] = 0;
  for (int i = 0; i <= N; i++)
    row[i] = 4 * i;
  for (int k = 0; k < 4 * N; k++)
    col[k] = k * 7 % N;
  product(N, a, b, c);
  double product_sum = sum(N * N, c);
  rows(N, row, col, a, b, c);
  double row_sum = sum(N, c), largest = two_loops(N, a), last = running(N, a);
  // RESULT: 662978 1089 7 189
  printf("%.0f %.0f %.0f %.0f\n", product_sum, row_sum, largest, last);
}
