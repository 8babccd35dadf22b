/* spmv-ell.h: y = A x, A is a sparse n x n matrix in ELLPACK form: column k has element k of each row. */
#ifndef SPMV_ELL_H
#define SPMV_ELL_H

#include "sparse.h"

struct problem {
  int n, width; /* width: length of the longest row */
  int *length;  /* of each row */
  int *column;  /* width x n */
  REAL *value;  /* width x n: element k of row i is value[k * n + i], 0 after the end of the row */
  REAL *x;      /* input */
  REAL *y;      /* result */
};

void kernel_spmv(int n, int width, const int *length, const int *column, const REAL *value, const REAL *x,
                 REAL *y);

#endif
