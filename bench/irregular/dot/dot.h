/* dot.h: reductions of vectors: a dot product, three sums in one loop, and a maximum with its place. */
#ifndef DOT_H
#define DOT_H

#include "sparse.h"

enum { DOT_PRODUCT, DOT_SUM, DOT_SQUARES, DOT_MIXED, DOT_RESULTS };

struct problem {
  int n; /* the square of the size */
  REAL *x, *y;
  REAL *result; /* DOT_RESULTS sums, then the maximum of x */
  int *place;   /* the first place of the maximum */
};

void kernel_dot(int n, const REAL *x, const REAL *y, REAL *result, int *place);

#endif
