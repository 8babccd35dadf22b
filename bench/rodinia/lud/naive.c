/* naive.c: lud in one target region, as a CPU programmer writes it: the loop over the steps inside,
 * with two parallel loops per step. */
#include "lud.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_lud(int n, REAL *A)
{
  int i, j, k;

#pragma omp target map(tofrom: A[0:n*n])
  {
    for (k = 0; k < n; k++) {
#pragma omp parallel for
      for (i = k + 1; i < n; i++)
        A[i * n + k] /= A[k * n + k];

#pragma omp parallel for private(j)
      for (i = k + 1; i < n; i++)
        for (j = k + 1; j < n; j++)
          A[i * n + j] -= A[i * n + k] * A[k * n + j];
    }
  }
}
