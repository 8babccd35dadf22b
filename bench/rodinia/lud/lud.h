/* lud.h: LU decomposition in place, without pivoting. Afterwards the upper triangle of A holds U
 * and the part below the diagonal holds L, whose diagonal is 1. A is n x n. */
#ifndef LUD_H
#define LUD_H

#include "bench.h"

struct problem {
  int n;
  REAL *A; /* input and result */
};

void kernel_lud(int n, REAL *A);

#endif
