/* hand.c: 2mm as an expert writes it: one kernel per product inside one data environment. */
#include "2mm.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_2mm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *C,
                REAL *tmp, REAL *D)
{
#pragma omp target data map(to: A[0:n * n], B[0:n * n], C[0:n * n]) \
                        map(alloc: tmp[0:n * n]) map(tofrom: D[0:n * n])
  {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = 0;
        for (int k = 0; k < n; k++)
          sum += alpha * A[i * n + k] * B[k * n + j];
        tmp[i * n + j] = sum;
      }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = beta * D[i * n + j];
        for (int k = 0; k < n; k++)
          sum += tmp[i * n + k] * C[k * n + j];
        D[i * n + j] = sum;
      }
  }
}
