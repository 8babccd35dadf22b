/* naive.c: bicg in one target region, as a CPU programmer writes it. */
#include "bicg.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_bicg(int n, const REAL *A, const REAL *r, const REAL *p, REAL *s, REAL *q)
{
#pragma omp target map(to: A[:n * n], r[:n], p[:n]) map(from: s[:n], q[:n])
  {
#pragma omp parallel for
    for (int j = 0; j < n; j++) {
      s[j] = 0;
      for (int i = 0; i < n; i++)
        s[j] += r[i] * A[i * n + j];
    }

#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      q[i] = 0;
      for (int j = 0; j < n; j++)
        q[i] += A[i * n + j] * p[j];
    }
  }
}
