/* naive.c: 2mm in one target region, as a CPU programmer writes it: loop variables
 * declared at the top. */
#include "2mm.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_2mm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *C,
                REAL *tmp, REAL *D)
{
  int i, j, k;

#pragma omp target map(to: A[0:n * n], B[0:n * n], C[0:n * n]) \
                   map(alloc: tmp[0:n * n]) \
                   map(tofrom: D[0:n * n])
  {
#pragma omp parallel for collapse(2) private(j, k)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        tmp[i * n + j] = 0;
        for (k = 0; k < n; k++)
          tmp[i * n + j] += alpha * A[i * n + k] * B[k * n + j];
      }

#pragma omp parallel for collapse(2) private(j, k)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        D[i * n + j] *= beta;
        for (k = 0; k < n; k++)
          D[i * n + j] += tmp[i * n + k] * C[k * n + j];
      }
  }
}
