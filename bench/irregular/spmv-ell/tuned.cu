/* tuned.cu: spmv-ell in CUDA, tuned: a thread adds a part of a row, so that few rows and long ones fill the device.
 * Parts of one row are added atomically, which reassociates. */
extern "C" {
#include "spmv-ell.h"
}
#include "../common/warp.cuh"

const struct bench_version bench_version = {"tuned", true, true};

enum { LEAST_PART = 16 }; /* elements: a smaller part is not worth an atomic addition */

/* The elements of y are 0 before, if rows have several parts. */
__global__ void __launch_bounds__(BLOCK) multiply(int n, int part, const int *length, const int *column,
                                                  const REAL *value, const REAL *x, REAL *y) {
  const int i = blockIdx.x * BLOCK + threadIdx.x, begin = blockIdx.y * part;
  if (i >= n)
    return;
  const int own = length[i];
  if (gridDim.y > 1 && begin >= own)
    return;
  const int end = begin + part < own ? begin + part : own;
  const size_t first = (size_t)begin * n + i;
  const int *c = column + first;
  const REAL *v = value + first;
  REAL sum = 0;
#pragma unroll 4
  for (int k = begin; k < end; k++, c += n, v += n)
    sum += *v * x[*c];
  if (own <= part)
    y[i] = sum;
  else
    atomicAdd(&y[i], sum);
}

void kernel_spmv(int n, int width, const int *length, const int *column, const REAL *value, const REAL *x,
                 REAL *y) {
  size_t elements = (size_t)n * width;
  int multiprocessors;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  long used = 0;
  for (int i = 0; i < n; i++)
    used += length[i];
  long part = used / (multiprocessors * 1024L);
  part = part < LEAST_PART ? LEAST_PART : part > width ? width : part;
  int *device_length = device_copy(length, n), *device_column = device_copy(column, elements);
  REAL *device_value = device_copy(value, elements), *device_x = device_copy(x, n);
  REAL *device_y = device_array<REAL>(n);
  dim3 grid(blocks_for(n, BLOCK), blocks_for(width, (unsigned)part));
  if (grid.y > 1)
    CHECK(cudaMemset(device_y, 0, (size_t)n * sizeof(REAL)));
  multiply<<<grid, BLOCK>>>(n, (int)part, device_length, device_column, device_value, device_x, device_y);
  copy_to_host(y, device_y, n);
  void *arrays[] = {device_length, device_column, device_value, device_x, device_y};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
