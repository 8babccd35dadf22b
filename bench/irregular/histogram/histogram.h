/* histogram.h: how many elements each bin has, and the sum of their weights. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "sparse.h"

struct problem {
  int n, bins;  /* n: the square of the size */
  int *bin;     /* n: input, from 0 to bins - 1 */
  REAL *weight; /* n: input */
  int *count;   /* bins: result */
  REAL *sum;    /* bins: result */
};

void kernel_histogram(int n, int bins, const int *bin, const REAL *weight, int *count, REAL *sum);

#endif
