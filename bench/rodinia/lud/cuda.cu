/* cuda.cu: lud in CUDA: the loop over the steps on the host; per step a kernel for the column of L
 * and one for the elements below and to the right of it. */
extern "C" {
#include "lud.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void divide_column(int n, int k, REAL *A) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    A[i * n + k] /= A[k * n + k];
}

__global__ void update_rest(int n, int k, REAL *A) {
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n)
    A[i * n + j] -= A[i * n + k] * A[k * n + j];
}

void kernel_lud(int n, REAL *A) {
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements);
  for (int k = 0; k < n - 1; k++) {
    int rest = n - k - 1;
    divide_column<<<blocks_for(rest, BLOCK), BLOCK>>>(n, k, device_A);
    update_rest<<<grid_2d(rest, rest), block_2d()>>>(n, k, device_A);
  }
  copy_to_host(A, device_A, elements);
  CHECK(cudaFree(device_A));
}
