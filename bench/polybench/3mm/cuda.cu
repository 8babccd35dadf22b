/* cuda.cu: 3mm in CUDA: one launch per product, one thread per element of the product. */
extern "C" {
#include "3mm.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply(int n, const REAL *X, const REAL *Y, REAL *product) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  REAL sum = 0;
  for (int k = 0; k < n; k++)
    sum += X[i * n + k] * Y[k * n + j];
  product[i * n + j] = sum;
}

void kernel_3mm(int n, const REAL *A, const REAL *B, const REAL *C, const REAL *D, REAL *E, REAL *F,
                REAL *G) {
  (void)E, (void)F; /* the temporaries are on the device only */
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_C = device_copy(C, elements), *device_D = device_copy(D, elements);
  REAL *device_E = device_array<REAL>(elements), *device_F = device_array<REAL>(elements);
  REAL *device_G = device_array<REAL>(elements);
  multiply<<<grid_2d(n, n), block_2d()>>>(n, device_A, device_B, device_E);
  multiply<<<grid_2d(n, n), block_2d()>>>(n, device_C, device_D, device_F);
  multiply<<<grid_2d(n, n), block_2d()>>>(n, device_E, device_F, device_G);
  copy_to_host(G, device_G, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_C));
  CHECK(cudaFree(device_D));
  CHECK(cudaFree(device_E));
  CHECK(cudaFree(device_F));
  CHECK(cudaFree(device_G));
}
