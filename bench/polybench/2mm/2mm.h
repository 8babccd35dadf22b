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

void kernel_2mm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *C,
                REAL *tmp, REAL *D);

#endif
