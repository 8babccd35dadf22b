/* gemm.h: the matrix product C = alpha A B + beta C, all matrices n x n. */
#ifndef GEMM_H
#define GEMM_H

#include "bench.h"

struct problem {
  int n;
  REAL alpha, beta;
  REAL *A, *B; /* inputs */
  REAL *C;     /* input and result */
};

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C);

#endif
