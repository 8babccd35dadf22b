/* hand.c: bicg as an expert writes it: one kernel per product inside one data environment. */
#include "bicg.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_bicg(int n, const REAL *A, const REAL *r, const REAL *p, REAL *s, REAL *q)
{
#pragma omp target data map(to: A[:n * n], r[:n], p[:n]) map(from: s[:n], q[:n])
  {
#pragma omp target teams distribute parallel for
    for (int j = 0; j < n; j++) {
      REAL sum = 0;
      for (int i = 0; i < n; i++)
        sum += r[i] * A[i * n + j];
      s[j] = sum;
    }

#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      REAL sum = 0;
      for (int j = 0; j < n; j++)
        sum += A[i * n + j] * p[j];
      q[i] = sum;
    }
  }
}
