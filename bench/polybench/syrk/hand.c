/* hand.c: syrk as an expert writes it: one kernel per loop inside one data environment, the sum in
 * a register. */
#include "syrk.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C)
{
#pragma omp target data map(to: A[0:n*n]) map(tofrom: C[0:n*n])
  {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        C[i * n + j] *= beta;

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = C[i * n + j];
        for (int k = 0; k < n; k++)
          sum += alpha * A[i * n + k] * A[j * n + k];
        C[i * n + j] = sum;
      }
  }
}
