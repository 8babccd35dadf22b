/* syrk.h: the symmetric rank-n update C = alpha A A^T + beta C on the full square, n x n. */
#ifndef SYRK_H
#define SYRK_H

#include "bench.h"

struct problem {
  int n;
  REAL alpha, beta;
  REAL *A; /* input */
  REAL *C; /* input and result */
};

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C);

#endif
