/* naive.c: triangular as a CPU programmer writes it: a loop over the levels on the host, and a thread for each row of a
 * level. */
#include "triangular.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_solve(int n, int levels, const int *level_offset, const int *row, const int *offset,
                  const int *column, const REAL *value, const REAL *diagonal, const REAL *b, REAL *x)
{
  int elements = offset[n];

#pragma omp target data map(to: row[0:n], offset[0:n+1], column[0:elements+1], \
                                value[0:elements+1]) map(to: diagonal[0:n], b[0:n]) \
    map(from: x[0:n])
  for (int level = 0; level < levels; level++) {
    int begin = level_offset[level], end = level_offset[level + 1];

#pragma omp target teams distribute parallel for
    for (int r = begin; r < end; r++) {
      int i = row[r];
      REAL sum = b[i];
      for (int k = offset[i]; k < offset[i + 1]; k++)
        sum -= value[k] * x[column[k]];
      x[i] = sum / diagonal[i];
    }
  }
}
