/* hand.c: 2mm as an expert writes it: one kernel per product inside one data environment. */
#include "2mm.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_2mm(int n, REAL alpha, REAL beta, REAL A[n][n], REAL B[n][n], REAL C[n][n],
                REAL tmp[n][n], REAL D[n][n])
{
#pragma omp target data map(to: A[0:n][0:n], B[0:n][0:n], C[0:n][0:n]) \
                        map(alloc: tmp[0:n][0:n]) map(tofrom: D[0:n][0:n])
  {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = 0;
        for (int k = 0; k < n; k++)
          sum += alpha * A[i][k] * B[k][j];
        tmp[i][j] = sum;
      }

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        REAL sum = beta * D[i][j];
        for (int k = 0; k < n; k++)
          sum += tmp[i][k] * C[k][j];
        D[i][j] = sum;
      }
  }
}
