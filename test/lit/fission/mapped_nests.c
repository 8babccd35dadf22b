// All independent loops of a perfect nest are on the grid in a version of the kernel; nests that must stay as they are do.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -O1 %host_offload %s -fplugin-arg-cleave-reduction=off -o %t -lm
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-reduction=off -fplugin-arg-cleave-reduction=off | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -fplugin-arg-cleave-reduction=off -o %t.gpu -lm
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=off CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %gpu %t.gpu 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: env CLEAVE_SPLIT=always CLEAVE_MAP=off LIBOMPTARGET_INFO=16 %gpu %t.gpu 2>&1 | FileCheck %s --check-prefix=ROWS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 37, M = 41 };
static double *a, *b, table[N][M];

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    sum = sum * 0.75 + a[i] + b[i];
  return sum;
}

// A thread computes a point. One loop on the grid has 35 iterations.
// CHECK: region in stencil: split
// CHECK: CLV043: loop nest mapped to the grid: consecutive threads execute consecutive iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// CHECK: CLV043: {{.*}}iterations of 'i'; 2 loops are parallel
// GRID: stencil_l{{[0-9]+}} with {{[0-9][0-9]}} blocks
// ROWS: stencil_l{{[0-9]+}} with 2 blocks
static void stencil(const double *a, double *b, int n, int m, int steps) {
#pragma omp target map(to : a[0 : n * m]) map(tofrom : b[0 : n * m])
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] += a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + sqrt(a[(i - 1) * m + j] + a[(i + 1) * m + j]);
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      for (int j = n - 1; j >= 3; j -= 3) {
        double old = b[j * m + i];
        b[j * m + i] = old * 0.5;
      }
  }
}

// CHECK: region in cube: kept as one kernel, compiled differently
// CHECK: CLV043: {{.*}}iterations of 'k', which coalesces memory accesses; 3 loops are parallel
static void cube(double (*c)[7][9], int n) {
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n])
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < 7; j++)
      for (int k = 8; k > 0; k--)
        c[i][j][k] += i * 100 + j * 10 + k;
}

// Counters from outside, in another order of the loops; a loop in the body stays in the thread.
// CHECK: region in product: kept as one kernel, compiled differently
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
static void product(const double *a, double *b, int n, int m) {
  int i, j, k;
#pragma omp target teams distribute parallel for private(j, k) map(to : a[0 : n * m]) map(tofrom : b[0 : n * m])
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      double sum = 0;
      for (k = 0; k < m; k++)
        sum += a[i * m + k] * (j + 1);
      b[i * m + j] -= sum;
    }
}

// CHECK: region in carried:
// CHECK: CLV044: inner loop not mapped to the grid: two iterations may access the same element of 'b'
static void carried(double *b, int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      b[i * m + j] += b[i * m + j - 1] * 0.5;
}

// The grid covers a box, of which a thread executes what is in the triangle; upwards and downwards.
// CHECK: region in triangle: split
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// CHECK: CLV043: {{.*}}iterations of 'k', which coalesces memory accesses; 3 loops are parallel
static void triangle(void) {
#pragma omp target map(tofrom : table)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < M; j++)
        table[i][j] += i * 3 + j;
#pragma omp parallel for
    for (int i = N - 1; i >= 0; i--)
      for (int j = i; j >= 0; j--)
        table[i][j] -= i + j * 5;
  }
  static int cubes[20][20][20];
#pragma omp target teams distribute parallel for map(tofrom : cubes)
  for (int i = 0; i < 20; i++)
    for (int j = i; j < 20; j++)
      for (int k = j; k < 20; k++)
        cubes[j][i][k] += i + 10 * j + 100 * k;
  for (int i = 0; i < 8000; i++)
    table[i % N][i % M] += cubes[i / 400][i / 20 % 20][i % 20] * (i % 3);
}

// The host loop's header bounds `k`: row k is not in the rows after it.
// CHECK: region in eliminate: split
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
static void eliminate(double *c, int n) {
  int i, j, k;
#pragma omp target map(tofrom : c[0 : n * n])
  for (k = 0; k < n; k++) {
#pragma omp parallel for private(j)
    for (i = k + 1; i < n; i++)
      for (j = k; j < k + 1; j++)
        c[i * n + j] /= c[k * n + k];
#pragma omp parallel for private(j)
    for (i = k + 1; i < n; i++)
      for (j = k + 1; j < n; j++)
        c[i * n + j] -= c[i * n + k] * c[k * n + j];
  }
}

// Row k is before the rows from m on because of the header's bound; and m is another one when the loop runs.
// CHECK: region in follows:
// CHECK: CLV043
// CHECK: region in shrinks:
// CHECK: CLV049
static void follows(double *c, int n, int m) {
#pragma omp target map(tofrom : c[0 : n * n])
  for (int k = 0; k < m; k++) {
#pragma omp parallel for
    for (int i = m; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += c[k * n + j];
  }
}
static void shrinks(double *c, int n, int m) {
#pragma omp target map(tofrom : c[0 : n * n])
  for (int k = 0; k < m; k++) {
    m -= 1;
#pragma omp parallel for
    for (int i = m; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += c[k * n + j];
  }
}

// CHECK: region in strides:
// CHECK: CLV043: {{.*}}2 loops are parallel
static void strides(void) {
#pragma omp target teams distribute parallel for map(tofrom : table)
  for (int i = 0; i < N; i++)
    for (int j = i; j < M; j += 2)
      table[i][j] += 1;
}

// `last` keeps its value from one iteration of the inner loop to the next.
// CHECK: region in kept:
// CHECK-NOT: CLV043
static void kept(double *b, int n, int m) {
  double last;
#pragma omp target teams distribute parallel for private(last) map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 0)
        last = i;
      b[i * m + j] += last;
      last = j;
    }
}

// CHECK: region in sums:
// CHECK: CLV043: {{.*}}2 loops are parallel
static long sums(const double *b, int n, int m) {
  long sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += b[i * m + j] > 2;
  return sum;
}

// CHECK: region in skips:
// CHECK: CLV044: inner loop not mapped to the grid: a jump may leave an iteration early
static void skips(double *b, int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == i)
        break;
      b[i * m + j] += 1;
    }
}

// The device has another bound.
// CHECK: region in bound:
// CHECK: CLV044: inner loop not mapped to the grid: the trip count of the loop over 'i' is not a sum of values that the host has
static void bound(int n) {
#pragma omp target data map(tofrom : n)
  {
    n = 2;
#pragma omp target teams distribute parallel for map(tofrom : table, n)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < M; j++)
        table[i][j] += 3;
  }
}

// CHECK: region in wide:
// CHECK: CLV043: {{.*}}2 loops are parallel
static void wide(void) {
#pragma omp target teams distribute parallel for map(tofrom : table)
  for (int i = 0; i < N; i++)
    for (unsigned j = 0; j < M; j++)
      table[i][j] += 7;
}

// A number of teams and a chunk of iterations that the program chose, which nothing observes.
// CHECK: region in chosen:
// CHECK: CLV043: {{.*}}2 loops are parallel
// CHECK: region in chosen:
// CHECK: CLV043: {{.*}}2 loops are parallel
static void chosen(void) {
#pragma omp target teams distribute parallel for map(tofrom : table) num_teams(3)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      table[i][j] += i;
#pragma omp target teams distribute parallel for map(tofrom : table) schedule(static, 4)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      table[i][j] += j;
}

int main(void) {
  a = malloc(N * M * sizeof *a), b = malloc(N * M * sizeof *b);
  for (int i = 0; i < N * M; i++)
    a[i] = i % 13, b[i] = i % 7;
  stencil(a, b, N, M, 3);
  printf("%.17g\n", digest());
  stencil(a, b, 2, M, 2); // no iterations
  stencil(a, b, 1, 1, 1);
  stencil(b, b, 2, 3, 1);
  printf("%.17g\n", digest());
  static double c[5][7][9];
  cube(c, 5);
  double sum = 0;
  for (int i = 0; i < 5 * 7 * 9; i++)
    sum = sum * 0.75 + c[i / 63][i / 9 % 7][i % 9];
  printf("%.17g\n", sum);
  product(a, b, N, M);
  printf("%.17g\n", digest());
  carried(b, N, M);
  triangle();
  strides();
  double *d = malloc(N * N * sizeof *d);
  for (int i = 0; i < N * N; i++)
    d[i] = 1 + i % 11 + 50 * (i % (N + 1) == 0);
  eliminate(d, N);
  follows(d, N, 3);
  shrinks(d, N, 6);
  for (int i = 0; i < N * N; i++)
    b[i] += d[i];
  kept(b, N, M);
  printf("%.17g %ld\n", digest(), sums(b, N, M));
  skips(b, N, M);
  bound(N);
  wide();
  chosen();
  for (int i = 0; i < N * M; i++)
    a[i] += table[i / M][i % M];
  printf("%.17g\n", digest());
}
