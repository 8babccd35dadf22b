/* team_loops.c: kernels whose parallel loop contains loops that need the results of each other: elimination in each matrix of a
 * batch, and smoothing with a time loop in each row. Not a part of the other nests; bench/team_loops.sh runs it.
 * team_loops BATCH N: BATCH iterations of the parallel loop, matrices and rows of N.
 */
#include <stdio.h>
#include <stdlib.h>

static void eliminate(int batch, int n, double *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : batch * n * n])
  for (int q = 0; q < batch; q++)
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++)
        a[(q * n + i) * n + k] /= a[(q * n + k) * n + k];
      for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j < n; j++)
          a[(q * n + i) * n + j] -= a[(q * n + i) * n + k] * a[(q * n + k) * n + j];
    }
}

static void smooth(int n, int m, int steps, double *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * m], b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int t = 0; t < steps; t++) {
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] = 0.25 * a[i * m + j - 1] + 0.5 * a[i * m + j] + 0.25 * a[i * m + j + 1];
      for (int j = 1; j < m - 1; j++)
        a[i * m + j] = b[i * m + j];
    }
}

int main(int argc, char **argv) {
  const int batch = argc > 2 ? atoi(argv[1]) : 16, n = argc > 2 ? atoi(argv[2]) : 16;
  const size_t count = (size_t)batch * (size_t)n * (size_t)n;
  double *a = malloc(count * sizeof *a), *b = calloc(count, sizeof *b);
  if (batch < 1 || n < 1 || !a || !b) {
    fprintf(stderr, "usage: team_loops BATCH N\n");
    return 2;
  }
  for (size_t i = 0; i < count; i++)
    a[i] = (i / (size_t)n % (size_t)n == i % (size_t)n ? 50.0 : 0) + (double)(i * 7 % 11);
  eliminate(batch, n, a);
  smooth(batch, n, 4, a, b);
  free(a);
  free(b);
}
