/* naive.c: mvt in one target region, as a CPU programmer writes it: loop variables and the sum
 * declared at the top and made private. */
#include "mvt.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2)
{
  int i, j;
  REAL sum;

#pragma omp target map(to: A[0:n*n], y1[0:n], y2[0:n]) map(tofrom: x1[0:n], x2[0:n])
  {
#pragma omp parallel for private(j, sum)
    for (i = 0; i < n; i++) {
      sum = x1[i];
      for (j = 0; j < n; j++)
        sum += A[i * n + j] * y1[j];
      x1[i] = sum;
    }

#pragma omp parallel for private(j, sum)
    for (i = 0; i < n; i++) {
      sum = x2[i];
      for (j = 0; j < n; j++)
        sum += A[j * n + i] * y2[j];
      x2[i] = sum;
    }
  }
}
