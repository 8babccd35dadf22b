/* atax.h: y = A^T (A x), A is n x n. */
#ifndef ATAX_H
#define ATAX_H

#include "bench.h"

struct problem {
  int n;
  REAL *A, *x; /* inputs */
  REAL *tmp;   /* temporary: A x */
  REAL *y;     /* result */
};

void kernel_atax(int n, const REAL *A, const REAL *x, REAL *y, REAL *tmp);

#endif
