/* naive.c: spmv-ell in one target region, as a CPU programmer writes it: clear y, then a thread for each row; loop
 * variables declared at the top. */
#include "spmv-ell.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_spmv(int n, int width, const int *length, const int *column, const REAL *value, const REAL *x,
                 REAL *y)
{
  int i, k;

#pragma omp target map(to: length[0:n], column[0:n*width], value[0:n*width], x[0:n]) \
    map(from: y[0:n])
  {
#pragma omp parallel for
    for (i = 0; i < n; i++)
      y[i] = 0;

#pragma omp parallel for private(k)
    for (i = 0; i < n; i++)
      for (k = 0; k < length[i]; k++)
        y[i] += value[k * n + i] * x[column[k * n + i]];
  }
}
