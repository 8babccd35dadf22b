/* hand.c: gesummv as an expert writes it: one combined kernel, both sums in registers. */
#include "gesummv.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x,
                    REAL *y, REAL *tmp)
{
  (void)tmp; /* the sums need no array here */
#pragma omp target teams distribute parallel for \
    map(to: A[0:n*n], B[0:n*n], x[0:n]) map(from: y[0:n])
  for (int i = 0; i < n; i++) {
    REAL sum_a = 0, sum_b = 0;
    for (int j = 0; j < n; j++) {
      sum_a += A[i * n + j] * x[j];
      sum_b += B[i * n + j] * x[j];
    }
    y[i] = alpha * sum_a + beta * sum_b;
  }
}
