/* hand.c: mvt as an expert writes it: one kernel per product inside one data environment. */
#include "mvt.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2)
{
#pragma omp target data map(to: A[0:n*n], y1[0:n], y2[0:n]) map(tofrom: x1[0:n], x2[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      REAL sum = x1[i];
      for (int j = 0; j < n; j++)
        sum += A[i * n + j] * y1[j];
      x1[i] = sum;
    }

#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      REAL sum = x2[i];
      for (int j = 0; j < n; j++)
        sum += A[j * n + i] * y2[j];
      x2[i] = sum;
    }
  }
}
