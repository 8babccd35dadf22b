/* cuda.cu: bicg in CUDA: a thread per column, then a thread per row. */
extern "C" {
#include "bicg.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void multiply_columns(int n, const REAL *A, const REAL *r, REAL *s) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n)
    return;
  REAL sum = 0;
  for (int i = 0; i < n; i++)
    sum += r[i] * A[i * n + j];
  s[j] = sum;
}

__global__ void multiply_rows(int n, const REAL *A, const REAL *p, REAL *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  REAL sum = 0;
  for (int j = 0; j < n; j++)
    sum += A[i * n + j] * p[j];
  q[i] = sum;
}

void kernel_bicg(int n, const REAL *A, const REAL *r, const REAL *p, REAL *s, REAL *q) {
  REAL *device_A = device_copy(A, (size_t)n * n);
  REAL *device_r = device_copy(r, n), *device_p = device_copy(p, n);
  REAL *device_s = device_array<REAL>(n), *device_q = device_array<REAL>(n);
  multiply_columns<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_r, device_s);
  multiply_rows<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_A, device_p, device_q);
  copy_to_host(s, device_s, n);
  copy_to_host(q, device_q, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_r));
  CHECK(cudaFree(device_p));
  CHECK(cudaFree(device_s));
  CHECK(cudaFree(device_q));
}
