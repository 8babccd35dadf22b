/* FILE: test/corpus/cg.c
 * WHAT: conjugate gradients with a Jacobi preconditioner on a sparse matrix in CSR: one function for each vector operation.
 * USE:  cg N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rows, nonzeros;
  int *row_start, *column;
  double *value;
} csr_matrix;

static csr_matrix poisson(int n) {
  csr_matrix m = {.rows = n * n};
  int at = 0;
  m.row_start = malloc(sizeof(int) * (n * n + 1));
  m.column = malloc(sizeof(int) * 5 * n * n);
  m.value = malloc(sizeof(double) * 5 * n * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int row = i * n + j;
      m.row_start[row] = at;
      if (i > 0)
        m.column[at] = row - n, m.value[at++] = -1.0;
      if (j > 0)
        m.column[at] = row - 1, m.value[at++] = -1.0;
      m.column[at] = row, m.value[at++] = 4.0 + 0.01 * (row % 7);
      if (j < n - 1)
        m.column[at] = row + 1, m.value[at++] = -1.0;
      if (i < n - 1)
        m.column[at] = row + n, m.value[at++] = -1.0;
    }
  m.row_start[n * n] = m.nonzeros = at;
  return m;
}

static void spmv(const csr_matrix *m, const double *x, double *y) {
  const int rows = m->rows, nonzeros = m->nonzeros;
  const int *row_start = m->row_start, *column = m->column;
  const double *value = m->value;
#pragma omp target teams distribute parallel for map(to : row_start[0 : rows + 1], column[0 : nonzeros])              \
    map(to : value[0 : nonzeros], x[0 : rows]) map(from : y[0 : rows])
  for (int i = 0; i < rows; i++) {
    double sum = 0.0;
    for (int k = row_start[i]; k < row_start[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x[0 : n], y[0 : n]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void axpy(int n, double a, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void xpby(int n, const double *x, double b, double *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = x[i] + b * y[i];
}

/* z = D^-1 r, and the diagonal in the same region when it is not known. */
static void precondition(const csr_matrix *m, double *diagonal, const double *r, double *z, int first) {
  const int rows = m->rows, nonzeros = m->nonzeros;
  const int *row_start = m->row_start, *column = m->column;
  const double *value = m->value;
  int i, k;
#pragma omp target map(to : row_start[0 : rows + 1], column[0 : nonzeros], value[0 : nonzeros], r[0 : rows])          \
    map(tofrom : diagonal[0 : rows]) map(from : z[0 : rows])
  {
    if (first) {
#pragma omp parallel for private(k)
      for (i = 0; i < rows; i++)
        for (k = row_start[i]; k < row_start[i + 1]; k++)
          if (column[k] == i)
            diagonal[i] = value[k];
    }
#pragma omp parallel for
    for (i = 0; i < rows; i++)
      z[i] = r[i] / diagonal[i];
  }
}

static int solve(const csr_matrix *m, const double *b, double *x, int steps, double *norm) {
  const int n = m->rows;
  double *r = malloc(sizeof(double) * n), *z = malloc(sizeof(double) * n);
  double *p = malloc(sizeof(double) * n), *q = malloc(sizeof(double) * n), *diagonal = calloc(n, sizeof(double));
  double rho, rho_old = 1.0;
  int step;
  for (int i = 0; i < n; i++) {
    r[i] = b[i];
    x[i] = p[i] = 0.0;
  }
  for (step = 0; step < steps; step++) {
    precondition(m, diagonal, r, z, step == 0);
    rho = dot(n, r, z);
    xpby(n, z, step ? rho / rho_old : 0.0, p);
    spmv(m, p, q);
    const double alpha = rho / dot(n, p, q);
    axpy(n, alpha, p, x);
    axpy(n, -alpha, q, r);
    rho_old = rho;
    if (sqrt(rho) < 1e-14)
      break;
  }
  *norm = sqrt(dot(n, r, r));
  free(r), free(z), free(p), free(q), free(diagonal);
  return step;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 10;
  csr_matrix m = poisson(n);
  double *x = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n);
  double norm, error = 0.0, sum = 0.0, r2 = 0.0;
  for (int i = 0; i < n * n; i++)
    b[i] = sin(0.1 * i) + 1.0;
  solve(&m, b, x, steps, &norm);
  /* The residual that the solver computed must be that of its result. */
  for (int i = 0; i < m.rows; i++) {
    double y = b[i];
    for (int k = m.row_start[i]; k < m.row_start[i + 1]; k++)
      y -= m.value[k] * x[m.column[k]];
    r2 += y * y;
    sum += x[i];
  }
  error = fabs(sqrt(r2) - norm);
  printf("cg: checksum %.6e, residual %.3e: %s\n", sum, norm, error < 1e-9 && norm < 100.0 ? "ok" : "WRONG");
  return error < 1e-9 && norm < 100.0 ? 0 : 1;
}
