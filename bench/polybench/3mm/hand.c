/* hand.c: 3mm as an expert writes it: one kernel per product inside one data environment. */
#include "3mm.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_3mm(int n, const REAL *A, const REAL *B, const REAL *C, const REAL *D, REAL *E, REAL *F,
                REAL *G)
{
#pragma omp target data map(to: A[0:n*n], B[0:n*n], C[0:n*n], D[0:n*n]) \
                        map(alloc: E[0:n*n], F[0:n*n]) map(from: G[0:n*n])
  {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = 0;
        for (int k = 0; k < n; k++)
          sum += A[i * n + k] * B[k * n + j];
        E[i * n + j] = sum;
      }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = 0;
        for (int k = 0; k < n; k++)
          sum += C[i * n + k] * D[k * n + j];
        F[i * n + j] = sum;
      }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = 0;
        for (int k = 0; k < n; k++)
          sum += E[i * n + k] * F[k * n + j];
        G[i * n + j] = sum;
      }
  }
}
