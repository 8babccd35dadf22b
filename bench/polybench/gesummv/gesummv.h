/* gesummv.h: y = alpha A x + beta B x, A and B are n x n. */
#ifndef GESUMMV_H
#define GESUMMV_H

#include "bench.h"

struct problem {
  int n;
  REAL alpha, beta;
  REAL *A, *B, *x; /* inputs */
  REAL *tmp;       /* temporary: A x */
  REAL *y;         /* result */
};

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x,
                    REAL *y, REAL *tmp);

#endif
