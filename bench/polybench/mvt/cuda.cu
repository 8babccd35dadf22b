/* cuda.cu: mvt in CUDA: a thread per row, then a thread per column. */
extern "C" {
#include "mvt.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply_rows(int n, const REAL *A, const REAL *y1, REAL *x1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum = x1[i];
  for (int j = 0; j < n; j++)
    sum += A[i * n + j] * y1[j];
  x1[i] = sum;
}

__global__ void multiply_columns(int n, const REAL *A, const REAL *y2, REAL *x2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum = x2[i];
  for (int j = 0; j < n; j++)
    sum += A[j * n + i] * y2[j];
  x2[i] = sum;
}

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2) {
  REAL *device_A = device_copy(A, (size_t)n * n);
  REAL *device_y1 = device_copy(y1, n), *device_y2 = device_copy(y2, n);
  REAL *device_x1 = device_copy(x1, n), *device_x2 = device_copy(x2, n);
  multiply_rows<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_y1, device_x1);
  multiply_columns<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_y2, device_x2);
  copy_to_host(x1, device_x1, n);
  copy_to_host(x2, device_x2, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_y1));
  CHECK(cudaFree(device_y2));
  CHECK(cudaFree(device_x1));
  CHECK(cudaFree(device_x2));
}
