/* naive.c: gemm in one target region, as a CPU programmer writes it: scale, then multiply. */
#include "gemm.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C)
{
#pragma omp target map(to: A[:n*n], B[:n*n]) map(tofrom: C[:n*n])
  {
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
      C[i] *= beta;

#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = C[i * n + j];
        for (int k = 0; k < n; k++)
          sum += alpha * A[i * n + k] * B[k * n + j];
        C[i * n + j] = sum;
      }
  }
}
