/* nests.c: loop nests in the shapes of mini-apps: stencils, matrix assemblies, batched small solvers, reductions by row and by
 * column, transposes, boundary loops. One loop of each is parallel, as people write it for CPUs. */
#include "nest_loops.h"

#include <math.h>

/* ---- Stencils ------------------------------------------------------------------------------------- */

static void heat_1d(int n, const double *x, double *y) {
  LOOP(map(to : x[0 : n]) map(tofrom : y[0 : n]))
  for (int i = 1; i < n - 1; i++)
    y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}

static void jacobi_5(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

static void jacobi_9(int n, int m, const double *restrict a, double *restrict b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.5 * a[i * m + j] + 0.1 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]) +
                     0.025 * (a[(i - 1) * m + j - 1] + a[(i - 1) * m + j + 1] + a[(i + 1) * m + j - 1] + a[(i + 1) * m + j + 1]);
}

static void jacobi_rows(int n, int m, double (*a)[m], double (*b)[m]) {
  LOOP(map(to : a[0 : n]) map(tofrom : b[0 : n]))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void stencil_7(int p, const double *a, double *b) {
  LOOP(map(to : CUBE(a)) map(tofrom : CUBE(b)))
  for (int i = 1; i < p - 1; i++)
    for (int j = 1; j < p - 1; j++)
      for (int k = 1; k < p - 1; k++)
        b[(i * p + j) * p + k] = 0.4 * a[(i * p + j) * p + k] +
                                 0.1 * (a[((i - 1) * p + j) * p + k] + a[((i + 1) * p + j) * p + k] + a[(i * p + j - 1) * p + k] +
                                        a[(i * p + j + 1) * p + k] + a[(i * p + j) * p + k - 1] + a[(i * p + j) * p + k + 1]);
}

static void stencil_7_cube(int p, double (*a)[p][p], double (*b)[p][p]) {
  LOOP(map(to : a[0 : p]) map(tofrom : b[0 : p]))
  for (int i = 1; i < p - 1; i++)
    for (int j = 1; j < p - 1; j++)
      for (int k = 1; k < p - 1; k++)
        b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1] -
                     6 * a[i][j][k];
}

static void upwind(int n, int m, const double *a, const double *c, double *b) {
  LOOP(map(to : MATRIX(a), MATRIX(c)) map(tofrom : MATRIX(b)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double flux;
      if (c[i * m + j] > 0)
        flux = a[i * m + j] - a[i * m + j - 1];
      else
        flux = a[i * m + j + 1] - a[i * m + j];
      b[i * m + j] = a[i * m + j] - 0.5 * c[i * m + j] * flux;
    }
}

static void backwards(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int j = m - 1; j > 0; j--)
    for (int i = n - 1; i > 0; i--)
      b[i * m + j] = a[i * m + j] - a[(i - 1) * m + j - 1];
}

static void every_second(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < m; j += 2)
      b[i * m + j] += a[i * m + j];
}

static void red_black(int n, int m, double *a, int color) {
  LOOP(map(tofrom : MATRIX(a)))
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 2; j < m - 1; j += 2)
      a[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

/* ---- Assemblies ----------------------------------------------------------------------------------- */

static void mass_matrix(int n, int m, const double *x, const double *y, double *a) {
  LOOP(map(to : x[0 : n], y[0 : m]) map(from : MATRIX(a)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 1 / (1 + (x[i] - y[j]) * (x[i] - y[j]));
}

static void rank_one(int n, int m, const double *x, const double *y, double *a) {
  LOOP(map(to : x[0 : n], y[0 : m]) map(tofrom : MATRIX(a)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] += x[i] * y[j];
}

static void lower_triangle(int n, const double *x, double *a) {
  LOOP(map(to : x[0 : n]) map(tofrom : a[0 : n * n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * n + j] = x[i] - x[j];
}

static void upper_triangle(int n, int m, const double *x, double *a) {
  LOOP(map(to : x[0 : n + m]) map(tofrom : MATRIX(a)))
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      a[i * m + j] = x[i] * x[j];
}

static void symmetrize(int n, const double *b, double *a) {
  LOOP(map(to : b[0 : n * n]) map(tofrom : a[0 : n * n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = 0.5 * (b[i * n + j] + b[j * n + i]);
}

static void elements(int n, int m, const int *index, const double *x, double *a) {
  LOOP(map(to : index[0 : n * m], x[0 : n + m]) map(tofrom : MATRIX(a)))
  for (int e = 0; e < n; e++)
    for (int k = 0; k < m; k++)
      a[index[e * m + k]] = x[e] + x[k];
}

/* ---- Batches -------------------------------------------------------------------------------------- */

static void batched_products(int count, const double *a, const double *b, double *c) {
  LOOP(map(to : a[0 : count * 9], b[0 : count * 9]) map(tofrom : c[0 : count * 9]))
  for (int e = 0; e < count; e++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
          sum += a[e * 9 + i * 3 + k] * b[e * 9 + k * 3 + j];
        c[e * 9 + i * 3 + j] = sum;
      }
}

static void batched_vectors(int n, int m, const double *a, const double *b, double *c) {
  LOOP(map(to : MATRIX(a), MATRIX(b)) map(tofrom : MATRIX(c)))
  for (int e = 0; e < n * m / 16; e++)
    for (int i = 0; i < 4; i++)
      c[e * 4 + i] = a[e * 16 + i * 4] * b[e * 4] + a[e * 16 + i * 4 + 1] * b[e * 4 + 1] + a[e * 16 + i * 4 + 2] * b[e * 4 + 2];
}

static void tridiagonal_columns(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      b[i * m + j] -= a[i * m + j] * b[(i - 1) * m + j];
}

static void tridiagonal_rows(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      b[i * m + j] -= a[i * m + j] * b[i * m + j - 1];
}

/* ---- Reductions ----------------------------------------------------------------------------------- */

static void row_sums(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(tofrom : x[0 : n]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    x[i] = sum;
  }
}

static void column_sums(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(tofrom : x[0 : m]))
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      x[j] += a[i * m + j];
}

static void row_maximum(int n, int m, const double *a, double *x) {
  LOOP(map(to : MATRIX(a)) map(tofrom : x[0 : n]))
  for (int i = 0; i < n; i++) {
    double most = a[i * m];
    for (int j = 1; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    x[i] = most;
  }
}

static void normalize_rows(int n, int m, double *a) {
  LOOP(map(tofrom : MATRIX(a)))
  for (int i = 0; i < n; i++) {
    double sum = 1;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * a[i * m + j];
    for (int j = 0; j < m; j++)
      a[i * m + j] /= sum;
  }
}

static void product(int n, int m, const double *a, const double *b, double *c) {
  LOOP(map(to : MATRIX(a), MATRIX(b)) map(tofrom : MATRIX(c)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        c[i * m + j] += a[i * m + k] * b[k * m + j];
}

static void convolution(int n, int m, const double *a, const double *x, double *b) {
  LOOP(map(to : MATRIX(a), x[0 : n + m]) map(tofrom : MATRIX(b)))
  for (int i = 0; i < n - 2; i++)
    for (int j = 0; j < m - 2; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          sum += x[k * 3 + l] * a[(i + k) * m + j + l];
      b[i * m + j] = sum;
    }
}

/* ---- Transposes and boundaries --------------------------------------------------------------------- */

static void transpose(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}

static void reorder(int p, const double *a, double *b) {
  LOOP(map(to : CUBE(a)) map(tofrom : CUBE(b)))
  for (int i = 0; i < p; i++)
    for (int j = 0; j < p; j++)
      for (int k = 0; k < p; k++)
        b[(k * p + i) * p + j] = a[(i * p + j) * p + k];
}

static void column_order(int n, int m, const double *a, double *b) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[i * m + j] = 2 * a[i * m + j];
}

static void left_and_right(int n, int m, double *a) {
  LOOP(map(tofrom : MATRIX(a)))
  for (int i = 0; i < n; i++) {
    a[i * m] = a[i * m + 1];
    a[i * m + m - 1] = a[i * m + m - 2];
  }
}

static void halo(int p, const double *a, double *b) {
  LOOP(map(to : CUBE(a)) map(tofrom : CUBE(b)))
  for (int i = 0; i < p; i++)
    for (int j = 0; j < p; j++) {
      b[i * p + j] = a[(i * p + j) * p];
      b[(p + i) * p + j] = a[(i * p + j) * p + p - 1];
    }
}

/* ---- Rows of another length, values of a row, reductions ----------------------------------------------- */

/* As BLAS has matrices: LDA is the length of a row. */
static void padded(int n, int m, int lda, const double *a, double *b) {
  LOOP(map(to : a[0 : n * lda]) map(tofrom : b[0 : n * lda]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * lda + j] += 0.5 * a[i * lda + j];
}

static void scaled_rows(int n, int m, const double *x, const double *a, double *b) {
  LOOP(map(to : x[0 : n], MATRIX(a)) map(tofrom : MATRIX(b)))
  for (int i = 0; i < n; i++) {
    const double factor = 1 + x[i] * x[i];
    const double *from = &a[i * m];
    double *to = b + i * m;
    for (int j = 0; j < m; j++)
      to[j] = factor * from[j];
  }
}

static void residual(size_t n, size_t m, const double *a, const double *b, double *x) {
  double most = 0;
  LOOP(map(to : MATRIX(a), MATRIX(b)) map(tofrom : most) reduction(max : most))
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      most = fmax(most, fabs(a[i * m + j] - b[i * m + j]));
  x[0] = most;
}

/* ---- Several loops in one ----------------------------------------------------------------------------- */

/* As BLAS and PolyBench have it: one loop scales a row, the others add products to it. */
static void scaled_product(int n, int m, const double *a, const double *b, double *c) {
  LOOP(map(to : MATRIX(a), MATRIX(b)) map(tofrom : MATRIX(c)))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i * m + j] *= 0.5;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += 0.25 * a[i * m + k] * b[k * m + j];
  }
}

static void scaled_triangle(int n, int m, const double *a, double *c) {
  LOOP(map(to : MATRIX(a)) map(tofrom : MATRIX(c)))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i * m + j] *= 0.5;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        c[i * m + j] += 0.25 * a[i * m + k] * a[j * m + k];
  }
}

/* ---- The table -------------------------------------------------------------------------------------- */

ROW(heat_1d, it->n, it->x, it->y)
ROW(jacobi_5, it->n, it->m, it->a, it->b)
ROW(jacobi_9, it->n, it->m, it->a, it->b)
ROW(jacobi_rows, it->n, it->m, (double(*)[it->m])it->a, (double(*)[it->m])it->b)
ROW(stencil_7, it->p, it->a, it->b)
ROW(stencil_7_cube, it->p, (double(*)[it->p][it->p])it->a, (double(*)[it->p][it->p])it->b)
ROW(upwind, it->n, it->m, it->a, it->c, it->b)
ROW(backwards, it->n, it->m, it->a, it->b)
ROW(every_second, it->n, it->m, it->a, it->b)
ROW(red_black, it->n, it->m, it->a, 1)
ROW(mass_matrix, it->n, it->m, it->x, it->y, it->a)
ROW(rank_one, it->n, it->m, it->x, it->y, it->a)
ROW(lower_triangle, it->n, it->x, it->a)
ROW(upper_triangle, it->n, it->m, it->x, it->a)
ROW(symmetrize, it->n, it->b, it->a)
ROW(elements, it->n, it->m, it->index, it->x, it->a)
ROW(batched_products, it->n * it->m / 9, it->a, it->b, it->c)
ROW(batched_vectors, it->n, it->m, it->a, it->b, it->c)
ROW(tridiagonal_columns, it->n, it->m, it->a, it->b)
ROW(tridiagonal_rows, it->n, it->m, it->a, it->b)
ROW(row_sums, it->n, it->m, it->a, it->x)
ROW(column_sums, it->n, it->m, it->a, it->x)
ROW(row_maximum, it->n, it->m, it->a, it->x)
ROW(normalize_rows, it->n, it->m, it->a)
ROW(product, it->n, it->m, it->a, it->b, it->c)
ROW(convolution, it->n, it->m, it->a, it->x, it->b)
ROW(transpose, it->n, it->m, it->a, it->b)
ROW(reorder, it->p, it->a, it->b)
ROW(column_order, it->n, it->m, it->a, it->b)
ROW(left_and_right, it->n, it->m, it->a)
ROW(halo, it->p, it->a, it->b)
ROW(padded, it->n, it->m - 3, it->m, it->a, it->b)
ROW(scaled_rows, it->n, it->m, it->x, it->a, it->b)
ROW(residual, (size_t)it->n, (size_t)it->m, it->a, it->b, it->x)
ROW(scaled_product, it->n, it->m, it->a, it->b, it->c)
ROW(scaled_triangle, it->n, it->m, it->a, it->c)

const struct nest_row nests[] = {
    ENTRY(heat_1d),       ENTRY(jacobi_5),        ENTRY(jacobi_9),         ENTRY(jacobi_rows),    ENTRY(stencil_7),
    ENTRY(stencil_7_cube), ENTRY(upwind),         ENTRY(backwards),        ENTRY(every_second),   ENTRY(red_black),
    ENTRY(mass_matrix),   ENTRY(rank_one),        ENTRY(lower_triangle),   ENTRY(upper_triangle), ENTRY(symmetrize),
    ENTRY(elements),      ENTRY(batched_products), ENTRY(batched_vectors), ENTRY(tridiagonal_columns), ENTRY(tridiagonal_rows),
    ENTRY(row_sums),      ENTRY(column_sums),     ENTRY(row_maximum),      ENTRY(normalize_rows), ENTRY(product),
    ENTRY(convolution),   ENTRY(transpose),       ENTRY(reorder),          ENTRY(column_order),   ENTRY(left_and_right),
    ENTRY(halo),          ENTRY(padded),          ENTRY(scaled_rows),      ENTRY(residual),       ENTRY(scaled_product),
    ENTRY(scaled_triangle)};
#ifndef NESTS_REFERENCE
const size_t nest_count = sizeof nests / sizeof *nests;
#endif
