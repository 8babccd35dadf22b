/* tuned.cu: covariance in CUDA, tuned: staged sums for the means, and the products in those tiles that
 * have elements of the upper triangle. */
extern "C" {
#include "covariance.h"
}
#include "../../cuda/staged_sums.cuh"
#include "../../cuda/tile.cuh"

const struct bench_version bench_version = {"tuned", false, true};

__global__ void __launch_bounds__(SUM_THREADS)
    find_means(int rows, int columns, const REAL *data, REAL *mean) {
  int begin = blockIdx.x * SUM_COLUMNS, j = begin + threadIdx.x;
  REAL sum = add_columns<false>(data, columns, begin, nullptr, rows, 0);
  if (threadIdx.x < SUM_COLUMNS && j < columns)
    mean[j] = sum / (REAL)rows;
}

__global__ void centre(int rows, int columns, const REAL *mean, REAL *data) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows && j < columns)
    data[i * columns + j] -= mean[j];
}

void kernel_covariance(int rows, int columns, REAL *data, REAL *mean, REAL *symmat) {
  size_t elements = (size_t)rows * columns, products = (size_t)columns * columns;
  REAL *device_data = device_copy(data, elements);
  REAL *device_mean = device_array<REAL>(columns), *device_symmat = device_array<REAL>(products);
  find_means<<<blocks_for(columns, SUM_COLUMNS), SUM_THREADS>>>(rows, columns, device_data, device_mean);
  centre<<<grid_2d(rows, columns), block_2d()>>>(rows, columns, device_mean, device_data);
  multiply_in_tiles<TILE_LEFT_TRANSPOSED | TILE_SYMMETRIC>(
      {columns, columns, rows, device_data, columns, device_data, columns, device_symmat, columns, 1, 0});
  copy_to_host(data, device_data, elements);
  copy_to_host(mean, device_mean, columns);
  copy_to_host(symmat, device_symmat, products);
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_mean));
  CHECK(cudaFree(device_symmat));
}
