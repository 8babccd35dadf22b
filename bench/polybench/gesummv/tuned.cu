/* tuned.cu: gesummv in CUDA, tuned: staged sums of rows of both matrices. */
extern "C" {
#include "gesummv.h"
}
#include "../../cuda/staged_sums.cuh"

const struct bench_version bench_version = {"tuned", false, true};

/* Rows 0 to SUM_ROWS - 1 are those of A, the others those of B. */
__global__ void __launch_bounds__(SUM_THREADS)
    multiply_rows(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x, REAL *y) {
  __shared__ REAL sums[2 * SUM_ROWS];
  int begin = blockIdx.x * SUM_ROWS, i = begin + threadIdx.x;
  const auto row = [=](int r) {
    int at = begin + r % SUM_ROWS;
    return (r < SUM_ROWS ? A : B) + (size_t)(at < n ? at : n - 1) * n;
  };
  REAL sum = add_rows<2 * SUM_ROWS>(row, x, n, 0);
  if (threadIdx.x < 2 * SUM_ROWS)
    sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x < SUM_ROWS && i < n)
    y[i] = alpha * sum + beta * sums[SUM_ROWS + threadIdx.x];
}

void kernel_gesummv(int n, REAL alpha, REAL beta, const REAL *A, const REAL *B, const REAL *x, REAL *y,
                    REAL *tmp) {
  (void)tmp; /* the sums need no array here */
  size_t elements = (size_t)n * n;
  REAL *device_A = device_copy(A, elements), *device_B = device_copy(B, elements);
  REAL *device_x = device_copy(x, n), *device_y = device_array<REAL>(n);
  multiply_rows<<<blocks_for(n, SUM_ROWS), SUM_THREADS>>>(n, alpha, beta, device_A, device_B, device_x,
                                                          device_y);
  copy_to_host(y, device_y, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_B));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
}
