/* naive.c: gesummv in one target region, as a CPU programmer writes it: a single parallel loop, so
 * nothing to split, only to widen. */
#include "gesummv.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x,
                    REAL *y, REAL *tmp)
{
  int i, j;

#pragma omp target map(to: A[0:n*n], B[0:n*n], x[0:n]) \
                   map(alloc: tmp[0:n]) map(from: y[0:n])
  {
#pragma omp parallel for private(j) schedule(static)
    for (i = 0; i < n; i++) {
      tmp[i] = 0;
      y[i] = 0;
      for (j = 0; j < n; j++) {
        tmp[i] += A[i * n + j] * x[j];
        y[i] += B[i * n + j] * x[j];
      }
      y[i] = alpha * tmp[i] + beta * y[i];
    }
  }
}
