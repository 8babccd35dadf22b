/* tuned.cu: bicg in CUDA, tuned: staged sums of columns, then rows. */
extern "C" {
#include "bicg.h"
}
#include "../../cuda/staged_sums.cuh"

const struct bench_version bench_version = {"tuned", false, true};

__global__ void __launch_bounds__(SUM_THREADS)
    multiply_columns(int n, const REAL *A, const REAL *r, REAL *s) {
  int begin = blockIdx.x * SUM_COLUMNS, j = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_COLUMNS && j < n;
  REAL sum = add_columns<true>(A, n, begin, r, n, 0);
  if (adds)
    s[j] = sum;
}

__global__ void __launch_bounds__(SUM_THREADS) multiply_rows(int n, const REAL *A, const REAL *p, REAL *q) {
  int begin = blockIdx.x * SUM_ROWS, i = begin + threadIdx.x;
  bool adds = threadIdx.x < SUM_ROWS && i < n;
  const auto row = [=](int r) { return A + (size_t)(begin + r < n ? begin + r : n - 1) * n; };
  REAL sum = add_rows<SUM_ROWS>(row, p, n, 0);
  if (adds)
    q[i] = sum;
}

void kernel_bicg(int n, const REAL *A, const REAL *r, const REAL *p, REAL *s, REAL *q) {
  REAL *device_A = device_copy(A, (size_t)n * n);
  REAL *device_r = device_copy(r, n), *device_p = device_copy(p, n);
  REAL *device_s = device_array<REAL>(n), *device_q = device_array<REAL>(n);
  multiply_columns<<<blocks_for(n, SUM_COLUMNS), SUM_THREADS>>>(n, device_A, device_r, device_s);
  multiply_rows<<<blocks_for(n, SUM_ROWS), SUM_THREADS>>>(n, device_A, device_p, device_q);
  copy_to_host(s, device_s, n);
  copy_to_host(q, device_q, n);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(device_r));
  CHECK(cudaFree(device_p));
  CHECK(cudaFree(device_s));
  CHECK(cudaFree(device_q));
}
