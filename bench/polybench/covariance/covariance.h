/* covariance.h: the covariance matrix of `columns` variables, each seen in `rows` observations. The
 * division by the number of observations is left out, as in PolyBench's early versions. */
#ifndef COVARIANCE_H
#define COVARIANCE_H

#include "bench.h"

struct problem {
  int rows, columns;
  REAL *data;    /* rows x columns: input, centred by the kernel */
  REAL *mean;    /* columns: result */
  REAL *symmat;  /* columns x columns: result */
};

void kernel_covariance(int rows, int columns, REAL *data, REAL *mean, REAL *symmat);

#endif
