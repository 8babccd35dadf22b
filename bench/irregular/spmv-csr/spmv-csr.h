/* spmv-csr.h: y = A x, A is a sparse n x n matrix in rows (CSR). */
#ifndef SPMV_CSR_H
#define SPMV_CSR_H

#include "sparse.h"

struct problem {
  int n;
  struct sparse A;
  REAL *value; /* of the elements of A */
  REAL *x;     /* input */
  REAL *y;     /* result */
};

void kernel_spmv(int n, const int *offset, const int *column, const REAL *value, const REAL *x, REAL *y);

#endif
