/* cuda.cu: atax in CUDA: a thread per row, then a thread per column. */
extern "C" {
#include "atax.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply_rows(int n, const REAL *A, const REAL *x, REAL *tmp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum = 0;
  for (int j = 0; j < n; j++)
    sum += A[i * n + j] * x[j];
  tmp[i] = sum;
}

__global__ void multiply_columns(int n, const REAL *A, const REAL *tmp, REAL *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n)
    return;
  REAL sum = 0;
  for (int i = 0; i < n; i++)
    sum += A[i * n + j] * tmp[i];
  y[j] = sum;
}

void kernel_atax(int n, const REAL *A, const REAL *x, REAL *y, REAL *tmp) {
  (void)tmp; /* the temporary is on the device only */
  REAL *device_A = device_copy(A, (size_t)n * n), *device_x = device_copy(x, n);
  REAL *device_tmp = device_array<REAL>(n), *device_y = device_array<REAL>(n);
  multiply_rows<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_x, device_tmp);
  multiply_columns<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_tmp, device_y);
  copy_to_host(y, device_y, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_tmp));
  CHECK(cudaFree(device_y));
}
