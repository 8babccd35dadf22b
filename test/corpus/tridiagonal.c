/* FILE: test/corpus/tridiagonal.c
 * WHAT: implicit diffusion in two directions by batches of tridiagonal systems: a team or a thread for each line.
 * USE:  tridiagonal N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_MAX 128
typedef float real;

/* Rows: one thread for each system, with coefficients in local arrays (Thomas). */
static void solve_rows(real *u, real lambda, int n) {
#pragma omp target teams distribute parallel for map(tofrom : u[0 : n * n])
  for (int row = 0; row < n; row++) {
    real c[N_MAX], d[N_MAX];
    c[0] = 0.0f;
    d[0] = u[row * n];
    for (int i = 1; i < n - 1; i++) {
      const real m = 1.0f / (1.0f + 2.0f * lambda + lambda * c[i - 1]);
      c[i] = -lambda * m;
      d[i] = (u[row * n + i] + lambda * d[i - 1]) * m;
    }
    for (int i = n - 2; i > 0; i--) {
      const real next = i == n - 2 ? u[row * n + n - 1] : u[row * n + i + 1];
      u[row * n + i] = d[i] - c[i] * next;
    }
  }
}

/* Columns: a team for each system, by cyclic reduction in its threads. */
static void solve_columns(real *u, real *work, real lambda, int n) {
  const int stride = 4 * n;
#pragma omp target teams distribute map(tofrom : u[0 : n * n]) map(alloc : work[0 : n * 4 * n]) thread_limit(64)
  for (int column = 0; column < n; column++) {
    real *a = work + column * stride, *b = a + n, *c = b + n, *d = c + n;
    int i, reach;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
      const int inner = i > 0 && i < n - 1;
      a[i] = inner ? -lambda : 0.0f;
      b[i] = inner ? 1.0f + 2.0f * lambda : 1.0f;
      c[i] = inner ? -lambda : 0.0f;
      d[i] = u[i * n + column];
    }
    for (reach = 1; reach < n; reach *= 2) {
      real na[N_MAX], nb[N_MAX], nc[N_MAX], nd[N_MAX];
#pragma omp parallel for
      for (i = 0; i < n; i++) {
        const int low = i - reach, high = i + reach;
        const real k1 = low >= 0 ? a[i] / b[low] : 0.0f, k2 = high < n ? c[i] / b[high] : 0.0f;
        na[i] = low >= 0 ? -a[low] * k1 : 0.0f;
        nc[i] = high < n ? -c[high] * k2 : 0.0f;
        nb[i] = b[i] - (low >= 0 ? c[low] * k1 : 0.0f) - (high < n ? a[high] * k2 : 0.0f);
        nd[i] = d[i] - (low >= 0 ? d[low] * k1 : 0.0f) - (high < n ? d[high] * k2 : 0.0f);
      }
#pragma omp parallel for
      for (i = 0; i < n; i++)
        a[i] = na[i], b[i] = nb[i], c[i] = nc[i], d[i] = nd[i];
    }
#pragma omp parallel for
    for (i = 0; i < n; i++)
      u[i * n + column] = d[i] / b[i];
  }
}

/* Transposes in both directions, with the sums of rows between. */
static void sums(const real *u, real *t, real *row, real *column, int n) {
#pragma omp target teams map(to : u[0 : n * n]) map(alloc : t[0 : n * n]) map(from : row[0 : n], column[0 : n])
  {
#pragma omp distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        t[j * n + i] = u[i * n + j];
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++) {
      real a = 0.0f;
      for (int j = 0; j < n; j++)
        a += u[i * n + j];
      row[i] = a;
    }
#pragma omp distribute parallel for
    for (int j = 0; j < n; j++) {
      real b = 0.0f;
      for (int i = 0; i < n; i++)
        b += u[i * n + j];
      column[j] = b;
    }
  }
}

static void solve_serial(double *u, double lambda, int n, int stride) {
  double c[N_MAX] = {0}, d[N_MAX];
  d[0] = u[0];
  for (int i = 1; i < n - 1; i++) {
    const double m = 1.0 / (1.0 + 2.0 * lambda + lambda * c[i - 1]);
    c[i] = -lambda * m;
    d[i] = (u[i * stride] + lambda * d[i - 1]) * m;
  }
  for (int i = n - 2; i > 0; i--)
    u[i * stride] = d[i] - c[i] * u[(i + 1) * stride];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 4;
  if (n > N_MAX)
    return 2;
  real *u = malloc(sizeof(real) * n * n), *work = malloc(sizeof(real) * n * 4 * n), *t = malloc(sizeof(real) * n * n);
  real *row = malloc(sizeof(real) * n), *column = malloc(sizeof(real) * n);
  double *expected = malloc(sizeof(double) * n * n), worst = 0.0, total = 0.0;
  for (int i = 0; i < n * n; i++)
    expected[i] = u[i] = (real)((i * 37) % 11) * 0.1f;
  for (int step = 0; step < steps; step++) {
    solve_rows(u, 0.5f, n);
    solve_columns(u, work, 0.5f, n);
    for (int i = 0; i < n; i++)
      solve_serial(expected + i * n, 0.5, n, 1);
    for (int i = 0; i < n; i++)
      solve_serial(expected + i, 0.5, n, n);
  }
  sums(u, t, row, column, n);
  for (int i = 0; i < n; i++) {
    double a = 0.0, b = 0.0;
    for (int j = 0; j < n; j++) {
      a += expected[i * n + j], b += expected[j * n + i];
      worst = fmax(worst, fabs(u[i * n + j] - expected[i * n + j]));
    }
    worst = fmax(worst, fmax(fabs(row[i] - a), fabs(column[i] - b)) / n);
    total += row[i] * (i % 3) + column[i];
  }
  printf("tridiagonal: checksum %.4e: %s\n", total, worst < 1e-4 ? "ok" : "WRONG");
  return worst < 1e-4 ? 0 : 1;
}
