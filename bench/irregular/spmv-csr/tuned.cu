/* tuned.cu: spmv-csr in CUDA, tuned: lanes for each row, or equal shares of the elements if the lengths of the rows
 * differ much. Both reassociate the sums. */
extern "C" {
#include "spmv-csr.h"
}
#include "../common/rows.cuh"

const struct bench_version bench_version = {"tuned", true, true};

template <int WIDTH>
__global__ void __launch_bounds__(BLOCK)
    multiply_rows(int n, const int *offset, const int *column, const REAL *value, const REAL *x, REAL *y) {
  const int i = (blockIdx.x * BLOCK + threadIdx.x) / WIDTH, lane = threadIdx.x % WIDTH;
  REAL sum = 0;
  if (i < n) {
    const int end = offset[i + 1];
    for (int k = offset[i] + lane; k < end; k += WIDTH)
      sum += value[k] * x[column[k]];
  }
  sum = add_lanes<WIDTH>(sum);
  if (i < n && lane == 0)
    y[i] = sum;
}

/* The elements of y are 0 before. */
__global__ void __launch_bounds__(SHARE_THREADS)
    multiply_shares(int n, int elements, const int *offset, const int *column, const REAL *value,
                    const REAL *x, REAL *y) {
  add_share<1>(
      n, elements, offset, [=](int, int k, REAL *product) { *product = value[k] * x[column[k]]; },
      [=](int i, const REAL *sum, bool whole) {
        if (whole)
          y[i] = *sum;
        else
          atomicAdd(&y[i], *sum);
      });
}

struct launch {
  int n;
  const int *offset, *column;
  const REAL *value, *x;
  REAL *y;
  template <int WIDTH> void run() {
    multiply_rows<WIDTH><<<blocks_for(n, BLOCK / WIDTH), BLOCK>>>(n, offset, column, value, x, y);
  }
};

void kernel_spmv(int n, const int *offset, const int *column, const REAL *value, const REAL *x, REAL *y) {
  int elements = offset[n];
  row_mapping mapping = map_rows(n, offset);
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_column = device_copy(column, (size_t)elements + 1);
  REAL *device_value = device_copy(value, (size_t)elements + 1), *device_x = device_copy(x, n);
  REAL *device_y = device_array<REAL>(n);
  if (mapping.lanes) {
    launch_with_lanes(mapping, launch{n, device_offset, device_column, device_value, device_x, device_y});
  } else {
    CHECK(cudaMemset(device_y, 0, (size_t)n * sizeof(REAL)));
    multiply_shares<<<share_blocks(elements), SHARE_THREADS>>>(n, elements, device_offset, device_column,
                                                               device_value, device_x, device_y);
  }
  copy_to_host(y, device_y, n);
  void *arrays[] = {device_offset, device_column, device_value, device_x, device_y};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
