/* cuda.cu: 2mm in CUDA: one kernel per product, one thread per element of the product. */
extern "C" {
#include "2mm.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply_first(int n, REAL alpha, const REAL *A, const REAL *B, REAL *tmp) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  REAL sum = 0;
  for (int k = 0; k < n; k++)
    sum += alpha * A[i * n + k] * B[k * n + j];
  tmp[i * n + j] = sum;
}

__global__ void multiply_second(int n, REAL beta, const REAL *tmp, const REAL *C, REAL *D) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  REAL sum = beta * D[i * n + j];
  for (int k = 0; k < n; k++)
    sum += tmp[i * n + k] * C[k * n + j];
  D[i * n + j] = sum;
}

void kernel_2mm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *C, REAL *tmp,
                REAL *D) {
  (void)tmp; /* the temporary is on the device only */
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_C = device_copy(C, elements), *device_D = device_copy(D, elements);
  REAL *device_tmp = device_array<REAL>(elements);
  multiply_first<<<grid_2d(n, n), block_2d()>>>(n, alpha, device_A, device_B, device_tmp);
  multiply_second<<<grid_2d(n, n), block_2d()>>>(n, beta, device_tmp, device_C, device_D);
  copy_to_host(D, device_D, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_C));
  CHECK(cudaFree(device_D));
  CHECK(cudaFree(device_tmp));
}
