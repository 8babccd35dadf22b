/* cuda.cu: gesummv in CUDA: a thread per row, both sums in registers. */
extern "C" {
#include "gesummv.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply_rows(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x,
                              REAL *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum_a = 0, sum_b = 0;
  for (int j = 0; j < n; j++) {
    sum_a += A[i * n + j] * x[j];
    sum_b += B[i * n + j] * x[j];
  }
  y[i] = alpha * sum_a + beta * sum_b;
}

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x, REAL *y,
                    REAL *tmp) {
  (void)tmp; /* the sums need no array here */
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_x = device_copy(x, n), *device_y = device_array<REAL>(n);
  multiply_rows<<<blocks_for(n, BLOCK), BLOCK>>>(n, alpha, beta, device_A, device_B, device_x, device_y);
  copy_to_host(y, device_y, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
}
