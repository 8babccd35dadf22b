/* naive.c: 3mm in one target region, as a CPU programmer writes it. */
#include "3mm.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_3mm(int n, const REAL *A, const REAL *B, const REAL *C, const REAL *D, REAL *E, REAL *F,
                REAL *G)
{
#pragma omp target map(to: A[0:n*n], B[0:n*n], C[0:n*n], D[0:n*n]) \
                   map(alloc: E[0:n*n], F[0:n*n]) \
                   map(from: G[0:n*n])
  {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        E[i * n + j] = 0;
        for (int k = 0; k < n; k++)
          E[i * n + j] += A[i * n + k] * B[k * n + j];
      }

#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        F[i * n + j] = 0;
        for (int k = 0; k < n; k++)
          F[i * n + j] += C[i * n + k] * D[k * n + j];
      }

#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        G[i * n + j] = 0;
        for (int k = 0; k < n; k++)
          G[i * n + j] += E[i * n + k] * F[k * n + j];
      }
  }
}
