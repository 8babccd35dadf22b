/* cuda.cu: syrk in CUDA: one thread per element of C, which scales it and adds its products. */
extern "C" {
#include "syrk.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void update(int n, REAL alpha, REAL beta, const REAL *A, REAL *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  REAL sum = beta * C[i * n + j];
  for (int k = 0; k < n; k++)
    sum += alpha * A[i * n + k] * A[j * n + k];
  C[i * n + j] = sum;
}

void kernel_syrk(int n, REAL alpha, REAL beta, const REAL *A, REAL *C) {
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_C = device_copy(C, elements);
  update<<<grid_2d(n, n), block_2d()>>>(n, alpha, beta, device_A, device_C);
  copy_to_host(C, device_C, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_C));
}
