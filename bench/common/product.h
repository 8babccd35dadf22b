/* product.h: the sum of products that the references of the matrix programs spend their time in. */
#ifndef BENCH_PRODUCT_H
#define BENCH_PRODUCT_H

#include "bench.h"

/* A matrix in memory: element (i, j) is data[i * row + j * column]. */
struct bench_matrix {
  REAL *data;
  size_t row, column;
};

/* P[i][j] += (alpha * X[i][k]) * Y[k][j] for each i < rows, j < columns, in the order k = 0, 1, ...
 * inner - 1, each product and each sum rounded: the same bits as three plain loops. P overlaps
 * neither X nor Y. Uses all cores. */
void bench_add_product(int rows, int columns, int inner, REAL alpha, struct bench_matrix X,
                       struct bench_matrix Y, struct bench_matrix P);

/* A matrix of N columns that is stored row by row, and its transpose. */
static inline struct bench_matrix bench_by_rows(REAL *data, int n)
{
  return (struct bench_matrix){data, (size_t)n, 1};
}

static inline struct bench_matrix bench_transposed(REAL *data, int n)
{
  return (struct bench_matrix){data, 1, (size_t)n};
}

/* The part of MATRIX that begins at element (ROW, COLUMN). */
static inline struct bench_matrix bench_part(struct bench_matrix matrix, int row, int column)
{
  matrix.data += (size_t)row * matrix.row + (size_t)column * matrix.column;
  return matrix;
}

#endif
