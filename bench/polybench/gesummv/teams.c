/* teams.c: gesummv with its loop in a teams region.
 *
 * Well defined: there is one loop, and iteration i writes tmp[i] and y[i] alone. */
#include "gesummv.h"

const struct bench_version bench_version = {.name = "teams"};

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x,
                    REAL *y, REAL *tmp)
{
#pragma omp target teams map(to: A[0:n*n], B[0:n*n], x[0:n]) map(alloc: tmp[0:n]) map(from: y[0:n])
  {
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++) {
      tmp[i] = 0;
      y[i] = 0;
      for (int j = 0; j < n; j++) {
        tmp[i] += A[i * n + j] * x[j];
        y[i] += B[i * n + j] * x[j];
      }
      y[i] = alpha * tmp[i] + beta * y[i];
    }
  }
}
