/* mvt.h: x1 += A y1 and x2 += A^T y2, A is n x n. */
#ifndef MVT_H
#define MVT_H

#include "bench.h"

struct problem {
  int n;
  REAL *A, *y1, *y2; /* inputs */
  REAL *x1, *x2;     /* inputs and results */
};

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2);

#endif
