/* naive.c: spmv-csr as a CPU programmer writes it: a thread for each row, which adds its elements. */
#include "spmv-csr.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_spmv(int n, const int *offset, const int *column, const REAL *value, const REAL *x, REAL *y)
{
  int elements = offset[n];

#pragma omp target teams distribute parallel for map(to: offset[0:n+1], column[0:elements]) \
    map(to: value[0:elements], x[0:n]) map(from: y[0:n])
  for (int i = 0; i < n; i++) {
    REAL sum = 0;
    for (int k = offset[i]; k < offset[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}
