/* hand.c: lud as an expert writes it: the loop over the steps on the host, two kernels per step
 * inside one data environment. */
#include "lud.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_lud(int n, REAL *A)
{
#pragma omp target data map(tofrom: A[0:n*n])
  for (int k = 0; k < n - 1; k++) {
#pragma omp target teams distribute parallel for
    for (int i = k + 1; i < n; i++)
      A[i * n + k] /= A[k * n + k];

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
  }
}
