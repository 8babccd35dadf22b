/* tuned.cu: atax in CUDA, tuned: staged sums of rows, then columns. */
extern "C" {
#include "atax.h"
}
#include "../../cuda/staged_sums.cuh"

const struct bench_version bench_version = {"tuned", false, true};

__global__ void __launch_bounds__(SUM_THREADS) multiply_rows(int n, const REAL *A, const REAL *x, REAL *tmp) {
  int begin = blockIdx.x * SUM_ROWS, i = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_ROWS && i < n;
  const auto row = [=](int r) { return A + (size_t)(begin + r < n ? begin + r : n - 1) * n; };
  REAL sum = add_rows<SUM_ROWS>(row, x, n, 0);
  if (adds)
    tmp[i] = sum;
}

__global__ void __launch_bounds__(SUM_THREADS)
    multiply_columns(int n, const REAL *A, const REAL *tmp, REAL *y) {
  int begin = blockIdx.x * SUM_COLUMNS, j = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_COLUMNS && j < n;
  REAL sum = add_columns<true>(A, n, begin, tmp, n, 0);
  if (adds)
    y[j] = sum;
}

void kernel_atax(int n, const REAL *A, const REAL *x, REAL *y, REAL *tmp) {
  (void)tmp; /* the temporary is on the device only */
  REAL *device_A = device_copy(A, (size_t)n * n), *device_x = device_copy(x, n);
  REAL *device_tmp = device_array<REAL>(n), *device_y = device_array<REAL>(n);
  multiply_rows<<<blocks_for(n, SUM_ROWS), SUM_THREADS>>>(n, device_A, device_x, device_tmp);
  multiply_columns<<<blocks_for(n, SUM_COLUMNS), SUM_THREADS>>>(n, device_A, device_tmp, device_y);
  copy_to_host(y, device_y, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_tmp));
  CHECK(cudaFree(device_y));
}
