/* lazy.c: gemm that computes in its first call only, and hopes for the rest that its result is still
 * where it was. */
#include "gemm.h"

const struct bench_version bench_version = {.name = "lazy"};

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C)
{
  static int calls;
  bool compute = calls++ == 0;
#pragma omp target teams distribute parallel for collapse(2) \
    map(to: A[0:n*n], B[0:n*n]) map(tofrom: C[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      REAL sum = beta * C[i * n + j];
      for (int k = 0; k < n; k++)
        sum += alpha * A[i * n + k] * B[k * n + j];
      if (compute)
        C[i * n + j] = sum;
    }
}
