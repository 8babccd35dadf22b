/* naive.c: atax in one target region, as a CPU programmer writes it: a serial loop that clears y,
 * then two parallel loops; loop variables declared at the top. */
#include "atax.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_atax(int n, const REAL *A, const REAL *x, REAL *y, REAL *tmp)
{
  int i, j;

#pragma omp target map(to: A[0:n*n], x[0:n]) map(alloc: tmp[0:n]) map(from: y[0:n])
  {
    for (i = 0; i < n; i++)
      y[i] = 0;

#pragma omp parallel for private(j)
    for (i = 0; i < n; i++) {
      tmp[i] = 0;
      for (j = 0; j < n; j++)
        tmp[i] += A[i * n + j] * x[j];
    }

#pragma omp parallel for private(i)
    for (j = 0; j < n; j++)
      for (i = 0; i < n; i++)
        y[j] += A[i * n + j] * tmp[i];
  }
}
