/* naive.c: syrk in one target region, as a CPU programmer writes it: loop variables declared at the
 * top, static schedules. */
#include "syrk.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C)
{
  int i, j, k;

#pragma omp target map(to: A[0:n*n]) map(tofrom: C[0:n*n])
  {
#pragma omp parallel for private(j) schedule(static)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        C[i * n + j] *= beta;

#pragma omp parallel for collapse(2) private(j, k) schedule(static)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        for (k = 0; k < n; k++)
          C[i * n + j] += alpha * A[i * n + k] * A[j * n + k];
  }
}
