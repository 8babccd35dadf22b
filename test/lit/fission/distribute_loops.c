// Loop fission of `target teams distribute`: parallel loops in its iterations become kernels over the outer and the inner
// iterations; scalars, records and arrays that flow between the parts get an element for each outer iteration.
// RUN: %clang -O1 %host_offload %s -lm -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -lm -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s --check-prefix=TEXT <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -lm -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -lm -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>
enum { N = 37, M = 150, K = 24 };

// Scalars with values from reductions; the parts with reductions keep a team for each row.
// CHECK: region in normalize: split into 1 kernel of one parallel loop and 1 kernel of other statements
// CHECK: CLV016: statements of the distribute loop compiled as a separate kernel: a team executes an iteration
// CHECK: CLV015: 'mean' has an element for each iteration of the distribute loop, in device memory
// CHECK: CLV015: 'scale' has an element
// TEXT: void normalize
// TEXT: double *cleave_mean = (double *)__builtin_malloc(cleave_iterations * sizeof *cleave_mean);
// TEXT: cleave_mean[r - (first)] = mean;
// TEXT: collapse(2)
// TEXT: double mean = cleave_mean[r - (first)];
static void normalize(double *y, const double *x, int first, int rows, int n) {
#pragma omp target teams distribute map(to : x[0 : rows * n]) map(tofrom : y[0 : rows * n])
  for (int r = first; r < rows; r++) {
    double mean = 0, variance = 0;
#pragma omp parallel for reduction(+ : mean)
    for (int i = 0; i < n; i++)
      mean += x[r * n + i];
    mean /= n;
#pragma omp parallel for reduction(+ : variance)
    for (int i = 0; i < n; i++)
      variance += (x[r * n + i] - mean) * (x[r * n + i] - mean);
    const double scale = 1 / (variance / n + 1);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[r * n + i] = (x[r * n + i] - mean) * scale;
  }
}

// Loops of few iterations run in the thread of the row; a counter and a temporary are declared outside of the loops.
// CHECK: region in small: split into 2 kernels of one parallel loop each and 1 kernel of other statements
// CHECK: CLV016: statements of the distribute loop compiled as a separate kernel: a thread executes an iteration
static void small(double *y, const double *x, int rows) {
#pragma omp target teams distribute map(to : x[0 : rows * K]) map(tofrom : y[0 : rows * K])
  for (int r = 0; r <= rows - 1; r++) {
    int i;
    double largest, t;
    const double *row = x + r * K;
#pragma omp parallel for private(t)
    for (i = 0; i < K; i++) {
      t = row[i] * 2;
      y[r * K + i] = t + i;
    }
    largest = row[0];
#pragma omp parallel for reduction(max : largest)
    for (i = 0; i < K; i++)
      largest = row[i] > largest ? row[i] : largest;
#pragma omp parallel for
    for (int j = 0; j < K; j++)
      y[r * K + j] += largest;
  }
}

// The loop around parallel loops has the same header in all iterations: the host runs it. Arrays get rows.
// CHECK: region in doubling: split into 4 kernels of one parallel loop each
// CHECK: CLV015: 'next' has an element
// TEXT: void doubling
// TEXT: double (*cleave_next)[2][150] = (double (*)[2][150])__builtin_malloc
// TEXT: for (reach = 1; reach < n; reach *= 2)
// TEXT: double (*next)[150] = cleave_next[c];
static void doubling(double *work, double *out, int columns, int n) {
  const int stride = 2 * M;
#pragma omp target teams distribute map(tofrom : out[0 : columns * n]) map(alloc : work[0 : columns * stride])
  for (int c = 0; c < columns; c++) {
    double *a = work + c * stride;
    int i, reach;
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] = out[i * columns + c];
    for (reach = 1; reach < n; reach *= 2) {
      double next[2][M];
      const int half = reach / 2 + c % 3;
#pragma omp parallel for
      for (i = 0; i < n; i++) {
        next[0][i] = a[i] + (i >= reach ? a[i - reach] : 0);
        next[1][i] = half;
      }
#pragma omp parallel for
      for (i = 0; i < n; i++)
        a[i] = next[0][i] * 0.5 + next[1][i] + half;
    }
#pragma omp parallel for
    for (i = 0; i < n; i++)
      out[i * columns + c] = a[i];
  }
}

// A record, conditions of the iteration, a triangular loop, and an atomic update.
struct range {
  double low, high;
};
// CHECK: region in clamp: split into 1 kernel of one parallel loop and 2 kernels of other statements
// CHECK: CLV015: 'range' has an element
static void clamp(double *x, int *counts, int rows, int n) {
#pragma omp target teams distribute map(tofrom : x[0 : rows * n], counts[0 : 2])
  for (int r = 0; r < rows; r++) {
    struct range range;
    range.low = x[r * n];
    range.high = x[r * n + n - 1];
    if (range.low > range.high) {
      const double swap = range.low;
      range.low = range.high;
      range.high = swap;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (x[r * n + i] < range.low || x[r * n + i] > range.high) {
#pragma omp atomic
        counts[r & 1]++;
      }
      x[r * n + i] = x[r * n + i] < range.low    ? range.low
                     : x[r * n + i] > range.high ? range.high
                                                 : x[r * n + i];
    }
    if (r % 2)
#pragma omp parallel for
      for (int i = 0; i < r; i++)
        x[r * n + i] += range.high;
  }
}

// Schedules that permit a team for each iteration.
// CHECK: region in scheduled: split into 2 kernels of one parallel loop each
// CHECK: region in single: split into 2 kernels of one parallel loop each
static void scheduled(double *x, int rows, int n) {
#pragma omp target teams distribute dist_schedule(static) map(tofrom : x[0 : rows * n])
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[r * n + i] += r;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[r * n + i] *= 0.5;
  }
}
static void single(double *x, int rows, int n) {
#pragma omp target teams distribute dist_schedule(static, 1) map(tofrom : x[0 : rows * n])
  for (int r = 0; r < rows; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[r * n + i] -= r;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[r * n + i] *= 0.25;
  }
}

int main(void) {
  double *x = malloc(sizeof(double) * N * M), *y = malloc(sizeof(double) * N * M), *work = malloc(sizeof(double) * N * 2 * M);
  int counts[2] = {0, 0};
  for (int i = 0; i < N * M; i++)
    x[i] = (i * 37) % 101 - 50, y[i] = 0;
  normalize(y, x, 3, N, M);
  small(y, x, N);
  doubling(work, y, N, M);
  clamp(x, counts, N, M);
  scheduled(x, N, M);
  single(x, N, M);
  normalize(y, x, 5, 5, M);
  double s = 0;
  for (int i = 0; i < N * M; i++)
    s += x[i] * (i % 13) + y[i] * (i % 7);
  printf("%.9g %d %d\n", s, counts[0], counts[1]);
}
