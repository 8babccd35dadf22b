/* tuned.cu: triangular in CUDA, tuned: lanes for each row of a level. All blocks share a long row before its level,
 * because one warp would need as long as all other rows together. Both reassociate the sums. */
extern "C" {
#include "triangular.h"
}
#include "../common/rows.cuh"

const struct bench_version bench_version = {"tuned", true, true};

enum { LONG = 1024 }; /* elements of a row that the whole device adds */

struct matrix {
  const int *row, *offset, *column;
  const REAL *value, *diagonal, *b;
};

/* Adds the products of row I to *SUM, which is 0 before. */
__global__ void __launch_bounds__(BLOCK) add_long_row(matrix L, int i, const REAL *x, REAL *total) {
  const int end = L.offset[i + 1];
  REAL sum = 0;
  for (int k = L.offset[i] + blockIdx.x * BLOCK + threadIdx.x; k < end; k += gridDim.x * BLOCK)
    sum += L.value[k] * x[L.column[k]];
  sum = add_block<BLOCK>(sum);
  if (threadIdx.x == 0)
    atomicAdd(total, sum);
}

/* LONG_SUM has the sums of rows with more than LONG elements. */
template <int WIDTH>
__global__ void __launch_bounds__(BLOCK) solve(matrix L, int begin, int end, const REAL *long_sum, REAL *x) {
  const int r = begin + (blockIdx.x * BLOCK + threadIdx.x) / WIDTH, lane = threadIdx.x % WIDTH;
  const int i = r < end ? L.row[r] : 0, first = L.offset[i], last = r < end ? L.offset[i + 1] : first;
  const bool is_long = last - first > LONG;
  REAL sum = 0;
  if (!is_long)
    for (int k = first + lane; k < last; k += WIDTH)
      sum += L.value[k] * x[L.column[k]];
  sum = add_lanes<WIDTH>(sum);
  if (r < end && lane == 0)
    x[i] = (L.b[i] - (is_long ? long_sum[i] : sum)) / L.diagonal[i];
}

struct launch {
  matrix L;
  int begin, end;
  const REAL *long_sum;
  REAL *x;
  template <int WIDTH> void run() {
    solve<WIDTH><<<blocks_for(end - begin, BLOCK / WIDTH), BLOCK>>>(L, begin, end, long_sum, x);
  }
};

/* The lanes for the rows of a level, by their mean length without long ones. */
static row_mapping map_level(const int *row, const int *offset, int begin, int end) {
  long elements = 0;
  int lanes = 2;
  for (int r = begin; r < end; r++) {
    int length = offset[row[r] + 1] - offset[row[r]];
    elements += length <= LONG ? length : 0;
  }
  while (lanes < WARP && 2 * lanes * (long)(end - begin) <= elements)
    lanes *= 2;
  return {lanes};
}

void kernel_solve(int n, int levels, const int *level_offset, const int *row, const int *offset,
                  const int *column, const REAL *value, const REAL *diagonal, const REAL *b, REAL *x) {
  size_t elements = (size_t)offset[n] + 1;
  int *device_row = device_copy(row, n), *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_column = device_copy(column, elements);
  REAL *device_value = device_copy(value, elements), *device_diagonal = device_copy(diagonal, n);
  REAL *device_b = device_copy(b, n), *device_x = device_array<REAL>(n), *long_sum = device_array<REAL>(n);
  CHECK(cudaMemset(long_sum, 0, (size_t)n * sizeof(REAL)));
  matrix L = {device_row, device_offset, device_column, device_value, device_diagonal, device_b};
  for (int level = 0; level < levels; level++) {
    int begin = level_offset[level], end = level_offset[level + 1];
    for (int r = begin; r < end; r++) {
      int i = row[r], length = offset[i + 1] - offset[i];
      if (length > LONG)
        add_long_row<<<blocks_of_device(length / 4, BLOCK), BLOCK>>>(L, i, device_x, long_sum + i);
    }
    launch_with_lanes(map_level(row, offset, begin, end), launch{L, begin, end, long_sum, device_x});
  }
  copy_to_host(x, device_x, n);
  void *arrays[] = {device_row,      device_offset, device_column, device_value,
                    device_diagonal, device_b,      device_x,      long_sum};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
