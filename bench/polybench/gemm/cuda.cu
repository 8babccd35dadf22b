/* cuda.cu: gemm in CUDA: one thread per element of C, which scales it and adds its products. */
extern "C" {
#include "gemm.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  REAL sum = beta * C[i * n + j];
  for (int k = 0; k < n; k++)
    sum += alpha * A[i * n + k] * B[k * n + j];
  C[i * n + j] = sum;
}

void kernel_gemm(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, REAL *C) {
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_C = device_copy(C, elements);
  multiply<<<grid_2d(n, n), block_2d()>>>(n, alpha, beta, device_A, device_B, device_C);
  copy_to_host(C, device_C, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_C));
}
