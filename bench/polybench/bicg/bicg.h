/* bicg.h: the products of the biconjugate gradient method, s = A^T r and q = A p; A is n x n. */
#ifndef BICG_H
#define BICG_H

#include "bench.h"

struct problem {
  int n;
  REAL *A, *r, *p; /* inputs */
  REAL *s, *q;     /* results */
};

void kernel_bicg(int n, const REAL *A, const REAL *r, const REAL *p, REAL *s, REAL *q);

#endif
