/* published.c: kernels with a published choice: of a mapping for each level of a nest (MultiDim), or of the order of loops by the
 * number of distinct cache lines in a tile (distinct lines), or of shared memory by the pattern of accesses (MAPS). One loop of each is parallel,
 * the outermost one, as in the serial source.
 * docs/measurements/nests.md compares the choices.
 */
#include "nest_loops.h"

/* ---- MultiDim ---------------------------------------------------------------------------------------- */

static void sum_rows(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(from : x[0 : n]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    x[i] = sum;
  }
}

static void sum_columns(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(from : x[0 : m]))
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += a[i * m + j];
    x[j] = sum;
  }
}

static void hotspot_rows(int n, int m, const double *a, const double *c, double *b) {
  LOOP(map(to : MATRIX(a), MATRIX(c)) map(tofrom : MATRIX(b)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[i * m + j] + 0.1 * (c[i * m + j] + (a[(i + 1) * m + j] + a[(i - 1) * m + j] - 2 * a[i * m + j]) +
                                           (a[i * m + j + 1] + a[i * m + j - 1] - 2 * a[i * m + j]) + (0.3 - a[i * m + j]));
}

static void hotspot_columns(int n, int m, const double *a, const double *c, double *b) {
  LOOP(map(to : MATRIX(a), MATRIX(c)) map(tofrom : MATRIX(b)))
  for (int j = 1; j < m - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[i * m + j] = a[i * m + j] + 0.1 * (c[i * m + j] + (a[(i + 1) * m + j] + a[(i - 1) * m + j] - 2 * a[i * m + j]) +
                                           (a[i * m + j + 1] + a[i * m + j - 1] - 2 * a[i * m + j]) + (0.3 - a[i * m + j]));
}

/* One step of Gaussian elimination; c holds the factors. */
static void gaussian_step(int n, int m, int t, const double *c, double *a) {
  LOOP(map(to : MATRIX(c)) map(tofrom : MATRIX(a)))
  for (int i = t + 1; i < n; i++)
    for (int j = t; j < m; j++)
      a[i * m + j] -= c[i * m + t] * a[t * m + j];
}

static void mandelbrot_rows(int n, int m, double *b) {
  LOOP(map(from : MATRIX(b)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double re = 0, im = 0;
      int k = 0;
      while (k < 32 && re * re + im * im < 4) {
        const double next = re * re - im * im + (3.0 * j / m - 2);
        im = 2 * re * im + (2.0 * i / n - 1);
        re = next;
        k++;
      }
      b[i * m + j] = k;
    }
}

static void pathfinder(int n, const double *x, const int *index, double *y) {
  LOOP(map(to : x[0 : n], index[0 : n]) map(tofrom : y[0 : n]))
  for (int i = 1; i < n - 1; i++) {
    double least = x[i];
    least = x[i - 1] < least ? x[i - 1] : least;
    least = x[i + 1] < least ? x[i + 1] : least;
    y[i] = least + index[i];
  }
}

/* ---- Distinct lines --------------------------------------------------------------------------------------- */

static void gemm(int n, int m, const double *a, const double *b, double *c) {
  LOOP(map(to : MATRIX(a), MATRIX(b)) map(tofrom : MATRIX(c)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        c[i * m + j] += a[i * m + k] * b[k * m + j];
}

static void figure_8(int n, int m, const double *b, double *a) {
  LOOP(map(to : MATRIX(b)) map(tofrom : MATRIX(a)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        a[i * m + j] += b[k * m + i];
}

static void syrk(int n, const double *a, double *c) {
  LOOP(map(to : a[0 : n * n]) map(tofrom : c[0 : n * n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += 0.5 * a[i * n + k] * a[j * n + k];
}

/* The sums of doitgen; c is its square matrix. */
static void doitgen(int p, const double *a, const double *c, double *b) {
  LOOP(map(to : CUBE(a), c[0 : p * p]) map(tofrom : CUBE(b)))
  for (int r = 0; r < p; r++)
    for (int q = 0; q < p; q++)
      for (int k = 0; k < p; k++)
        for (int s = 0; s < p; s++)
          b[(r * p + q) * p + k] += a[(r * p + q) * p + s] * c[s * p + k];
}

/* Both products of atax. */
static void atax_rows(int n, int m, const double *a, const double *x, double *y) {
  LOOP(map(to : MATRIX(a), x[0 : m]) map(tofrom : y[0 : n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j] * x[j];
}

static void atax_columns(int n, int m, const double *a, const double *x, double *y) {
  LOOP(map(to : MATRIX(a), x[0 : n]) map(tofrom : y[0 : m]))
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      y[j] += a[i * m + j] * x[i];
}

static void jacobi_2d(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.2 * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i + 1) * m + j] + a[(i - 1) * m + j]);
}

/* Superposition: teams take rows, and their threads columns; the time loop is in between. */
static void jacobi_2d_alt(int n, int m, double *a, double *b) {
  LOOP(map(tofrom : MATRIX(a), MATRIX(b)))
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 4; t++) {
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] = 0.25 * a[i * m + j - 1] + 0.5 * a[i * m + j] + 0.25 * a[i * m + j + 1];
      for (int j = 1; j < m - 1; j++)
        a[i * m + j] = b[i * m + j];
    }
}

/* ---- MAPS: patterns of shared memory ------------------------------------------------------------------------- */

/* A window of 5 by 5. */
static void window_5(int n, int m, const double *a, const double *x, double *b) {
  LOOP(map(to : MATRIX(a), x[0 : 25]) map(tofrom : MATRIX(b)))
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++) {
      double sum = 0;
      for (int k = 0; k < 5; k++)
        for (int l = 0; l < 5; l++)
          sum += a[(i + k - 2) * m + j + l - 2] * x[k * 5 + l];
      b[i * m + j] = sum;
    }
}

/* A block of one dimension: each element with each other one. */
static void all_pairs(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(from : x[0 : n]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) {
      const double distance = a[j] - a[i];
      sum += distance / (distance * distance + 0.25);
    }
    x[i] = sum;
  }
}

/* ---- The table -------------------------------------------------------------------------------------- */

ROW(sum_rows, it->n, it->m, it->a, it->x)
ROW(sum_columns, it->n, it->m, it->a, it->x)
ROW(hotspot_rows, it->n, it->m, it->a, it->c, it->b)
ROW(hotspot_columns, it->n, it->m, it->a, it->c, it->b)
ROW(gaussian_step, it->n, it->m, it->n / 8, it->c, it->a)
ROW(mandelbrot_rows, it->n, it->m, it->b)
ROW(pathfinder, it->n, it->x, it->index, it->y)
ROW(gemm, it->n, it->m, it->a, it->b, it->c)
ROW(figure_8, it->n, it->m, it->b, it->a)
ROW(syrk, it->n, it->a, it->c)
ROW(doitgen, it->p, it->a, it->c, it->b)
ROW(atax_rows, it->n, it->m, it->a, it->x, it->y)
ROW(atax_columns, it->n, it->m, it->a, it->x, it->y)
ROW(jacobi_2d, it->n, it->m, it->a, it->b)
ROW(jacobi_2d_alt, it->n, it->m, it->a, it->b)
ROW(window_5, it->n, it->m, it->a, it->x, it->b)
ROW(all_pairs, it->n, it->m, it->a, it->x)

const struct nest_row nests[] = {ENTRY(sum_rows),  ENTRY(sum_columns), ENTRY(hotspot_rows), ENTRY(hotspot_columns), ENTRY(gaussian_step),
                                 ENTRY(mandelbrot_rows), ENTRY(pathfinder), ENTRY(gemm), ENTRY(figure_8), ENTRY(syrk),
                                 ENTRY(doitgen), ENTRY(atax_rows), ENTRY(atax_columns), ENTRY(jacobi_2d),
                                 ENTRY(jacobi_2d_alt), ENTRY(window_5), ENTRY(all_pairs)};
#ifndef NESTS_REFERENCE
const size_t nest_count = sizeof nests / sizeof *nests;
#endif
