/* cuda.cu: spmv-ell in CUDA: a thread per row. */
extern "C" {
#include "spmv-ell.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply(int n, const int *length, const int *column, const REAL *value, const REAL *x,
                         REAL *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum = 0;
  for (int k = 0; k < length[i]; k++)
    sum += value[k * n + i] * x[column[k * n + i]];
  y[i] = sum;
}

void kernel_spmv(int n, int width, const int *length, const int *column, const REAL *value, const REAL *x,
                 REAL *y) {
  size_t elements = (size_t)n * width;
  int *device_length = device_copy(length, n), *device_column = device_copy(column, elements);
  REAL *device_value = device_copy(value, elements), *device_x = device_copy(x, n);
  REAL *device_y = device_array<REAL>(n);
  multiply<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_length, device_column, device_value, device_x,
                                            device_y);
  copy_to_host(y, device_y, n);
  void *arrays[] = {device_length, device_column, device_value, device_x, device_y};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
