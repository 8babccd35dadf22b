/* triangular.h: solves L x = b, L is a sparse lower triangular n x n matrix in rows (CSR). The rows are given in level
 * sets: a row depends on rows of earlier levels only. */
#ifndef TRIANGULAR_H
#define TRIANGULAR_H

#include "sparse.h"

struct problem {
  int n, levels;
  struct sparse L; /* left of the diagonal */
  REAL *value;     /* of the elements of L; none is positive */
  REAL *diagonal;  /* n */
  REAL *b;         /* input */
  int *
      level_offset; /* levels + 1: the rows of level l are row[level_offset[l]] to row[level_offset[l + 1] - 1] */
  int *row;         /* n */
  REAL *x;          /* result */
};

void kernel_solve(int n, int levels, const int *level_offset, const int *row, const int *offset,
                  const int *column, const REAL *value, const REAL *diagonal, const REAL *b, REAL *x);

#endif
