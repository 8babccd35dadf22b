/* cuda.cu: triangular in CUDA: a kernel for each level, a thread per row. */
extern "C" {
#include "triangular.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void solve(int begin, int end, const int *row, const int *offset, const int *column,
                      const REAL *value, const REAL *diagonal, const REAL *b, REAL *x) {
  int r = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= end)
    return;
  int i = row[r];
  REAL sum = b[i];
  for (int k = offset[i]; k < offset[i + 1]; k++)
    sum -= value[k] * x[column[k]];
  x[i] = sum / diagonal[i];
}

void kernel_solve(int n, int levels, const int *level_offset, const int *row, const int *offset,
                  const int *column, const REAL *value, const REAL *diagonal, const REAL *b, REAL *x) {
  size_t elements = (size_t)offset[n] + 1;
  int *device_row = device_copy(row, n), *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_column = device_copy(column, elements);
  REAL *device_value = device_copy(value, elements), *device_diagonal = device_copy(diagonal, n);
  REAL *device_b = device_copy(b, n), *device_x = device_array<REAL>(n);
  for (int level = 0; level < levels; level++) {
    int begin = level_offset[level], end = level_offset[level + 1];
    solve<<<blocks_for(end - begin, BLOCK), BLOCK>>>(begin, end, device_row, device_offset, device_column,
                                                     device_value, device_diagonal, device_b, device_x);
  }
  copy_to_host(x, device_x, n);
  void *arrays[] = {device_row,      device_offset, device_column, device_value,
                    device_diagonal, device_b,      device_x};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
