/* naive.c: 2mm in one target region, as a CPU programmer writes it: array parameters and loop
 * variables declared at the top. */
#include "2mm.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_2mm(int n, REAL alpha, REAL beta, REAL A[n][n], REAL B[n][n], REAL C[n][n],
                REAL tmp[n][n], REAL D[n][n])
{
  int i, j, k;

#pragma omp target map(to: A[0:n][0:n], B[0:n][0:n], C[0:n][0:n]) \
                   map(alloc: tmp[0:n][0:n]) \
                   map(tofrom: D[0:n][0:n])
  {
#pragma omp parallel for collapse(2) private(j, k)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        tmp[i][j] = 0;
        for (k = 0; k < n; k++)
          tmp[i][j] += alpha * A[i][k] * B[k][j];
      }

#pragma omp parallel for collapse(2) private(j, k)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        D[i][j] *= beta;
        for (k = 0; k < n; k++)
          D[i][j] += tmp[i][k] * C[k][j];
      }
  }
}
