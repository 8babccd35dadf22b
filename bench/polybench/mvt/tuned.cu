/* tuned.cu: mvt in CUDA, tuned: staged sums of rows, then columns. */
extern "C" {
#include "mvt.h"
}
#include "../../cuda/staged_sums.cuh"

const struct bench_version bench_version = {"tuned", false, true};

__global__ void __launch_bounds__(SUM_THREADS) multiply_rows(int n, const REAL *A, const REAL *y1, REAL *x1) {
  int begin = blockIdx.x * SUM_ROWS, i = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_ROWS && i < n;
  const auto row = [=](int r) { return A + (size_t)(begin + r < n ? begin + r : n - 1) * n; };
  REAL sum = add_rows<SUM_ROWS>(row, y1, n, adds ? x1[i] : 0);
  if (adds)
    x1[i] = sum;
}

__global__ void __launch_bounds__(SUM_THREADS)
    multiply_columns(int n, const REAL *A, const REAL *y2, REAL *x2) {
  int begin = blockIdx.x * SUM_COLUMNS, j = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_COLUMNS && j < n;
  REAL sum = add_columns<true>(A, n, begin, y2, n, adds ? x2[j] : 0);
  if (adds)
    x2[j] = sum;
}

void kernel_mvt(int n, const REAL *A, const REAL *y1, const REAL *y2, REAL *x1, REAL *x2) {
  REAL *device_A = device_copy(A, (size_t)n * n);
  REAL *device_y1 = device_copy(y1, n), *device_y2 = device_copy(y2, n);
  REAL *device_x1 = device_copy(x1, n), *device_x2 = device_copy(x2, n);
  multiply_rows<<<blocks_for(n, SUM_ROWS), SUM_THREADS>>>(n, device_A, device_y1, device_x1);
  multiply_columns<<<blocks_for(n, SUM_COLUMNS), SUM_THREADS>>>(n, device_A, device_y2, device_x2);
  copy_to_host(x1, device_x1, n);
  copy_to_host(x2, device_x2, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_y1));
  CHECK(cudaFree(device_y2));
  CHECK(cudaFree(device_x1));
  CHECK(cudaFree(device_x2));
}
