/* prefix.h: the inclusive scan of a vector, and its elements that exceed a threshold, in their order. */
#ifndef PREFIX_H
#define PREFIX_H

#include "sparse.h"

#define PREFIX_THRESHOLD ((REAL)0.125)

struct problem {
  int n;      /* the square of the size */
  REAL *x;    /* input */
  REAL *sum;  /* result: sum[i] = x[0] + ... + x[i] */
  REAL *kept; /* result: the kept elements, then 0 */
  int *count; /* result: the number of kept elements */
  int *place; /* temporary: n */
};

void kernel_prefix(int n, const REAL *x, REAL *sum, REAL *kept, int *count, int *place);

#endif
