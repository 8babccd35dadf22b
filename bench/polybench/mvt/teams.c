/* teams.c: mvt with both loops in one teams region.
 *
 * Well defined without a barrier between the teams: the first loop reads and writes x1, the second
 * x2, and A, y1 and y2 are only read. */
#include "mvt.h"

const struct bench_version bench_version = {.name = "teams"};

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2)
{
#pragma omp target teams map(to: A[0:n*n], y1[0:n], y2[0:n]) map(tofrom: x1[0:n], x2[0:n])
  {
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x1[i] += A[i * n + j] * y1[j];

#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x2[i] += A[j * n + i] * y2[j];
  }
}
