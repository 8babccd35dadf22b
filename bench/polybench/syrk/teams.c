/* teams.c: syrk with both loops in one teams region.
 *
 * No barrier stands between two distribute loops of different teams, so this is well defined only
 * because a team reads in the second loop nothing that another team wrote in the first: iteration i
 * of both loops touches row i of C alone; both have the same n iterations and an explicit chunk,
 * dist_schedule(static, 1), which deals iteration i to team i modulo the number of teams in both.
 * Inside one team the end of `distribute parallel for` is a barrier. */
#include "syrk.h"

const struct bench_version bench_version = {.name = "teams"};

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C)
{
#pragma omp target teams map(to: A[0:n*n]) map(tofrom: C[0:n*n])
  {
#pragma omp distribute parallel for dist_schedule(static, 1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        C[i * n + j] *= beta;

#pragma omp distribute parallel for dist_schedule(static, 1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
          C[i * n + j] += alpha * A[i * n + k] * A[j * n + k];
  }
}
