/* hand.c: atax as an expert writes it: one kernel per product inside one data environment. */
#include "atax.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_atax(int n, const REAL *A, const REAL *x, REAL *y, REAL *tmp)
{
#pragma omp target data map(to: A[0:n*n], x[0:n]) map(alloc: tmp[0:n]) map(from: y[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      REAL sum = 0;
      for (int j = 0; j < n; j++)
        sum += A[i * n + j] * x[j];
      tmp[i] = sum;
    }

#pragma omp target teams distribute parallel for
    for (int j = 0; j < n; j++) {
      REAL sum = 0;
      for (int i = 0; i < n; i++)
        sum += A[i * n + j] * tmp[i];
      y[j] = sum;
    }
  }
}
