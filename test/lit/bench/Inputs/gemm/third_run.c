/* third_run.c: gemm whose third call, the second that is measured, computes one element wrong. */
#include "gemm.h"

const struct bench_version bench_version = {.name = "third_run"};

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C)
{
  static int calls;
  REAL scale = ++calls == 3 ? 2 : 1;
#pragma omp target teams distribute parallel for collapse(2) \
    map(to: A[0:n*n], B[0:n*n]) map(tofrom: C[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      REAL sum = beta * C[i * n + j];
      for (int k = 0; k < n; k++)
        sum += alpha * A[i * n + k] * B[k * n + j];
      C[i * n + j] = i + j == 0 ? sum * scale : sum;
    }
}
