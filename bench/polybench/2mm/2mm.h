/* 2mm.h: two matrix products, D = alpha A B C + beta D, all matrices n x n. */
#ifndef TWO_MM_H
#define TWO_MM_H

#include "bench.h"

struct problem {
  int n;
  REAL alpha, beta;
  REAL *A, *B, *C; /* inputs */
  REAL *tmp;       /* temporary: alpha A B */
  REAL *D;         /* input and result */
};

void kernel_2mm(int n, REAL alpha, REAL beta, REAL A[n][n], REAL B[n][n], REAL C[n][n],
                REAL tmp[n][n], REAL D[n][n]);

#endif
