/* cuda.cu: covariance in CUDA: a thread per column for the means, a thread per element for the
 * centring, and a thread per element of the upper triangle for the products. */
extern "C" {
#include "covariance.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void find_means(int rows, int columns, const REAL *data, REAL *mean) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns)
    return;
  REAL sum = 0;
  for (int i = 0; i < rows; i++)
    sum += data[i * columns + j];
  mean[j] = sum / (REAL)rows;
}

__global__ void centre(int rows, int columns, const REAL *mean, REAL *data) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows && j < columns)
    data[i * columns + j] -= mean[j];
}

__global__ void multiply(int rows, int columns, const REAL *data, REAL *symmat) {
  int j1 = blockIdx.y * blockDim.y + threadIdx.y;
  int j2 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 > j2 || j2 >= columns)
    return;
  REAL sum = 0;
  for (int i = 0; i < rows; i++)
    sum += data[i * columns + j1] * data[i * columns + j2];
  symmat[j1 * columns + j2] = sum;
  symmat[j2 * columns + j1] = sum;
}

void kernel_covariance(int rows, int columns, REAL *data, REAL *mean, REAL *symmat) {
  size_t elements = (size_t)rows * columns, products = (size_t)columns * columns;
  REAL *device_data = device_copy(data, elements);
  REAL *device_mean = device_array<REAL>(columns), *device_symmat = device_array<REAL>(products);
  find_means<<<blocks_for(columns, BLOCK), BLOCK>>>(rows, columns, device_data, device_mean);
  centre<<<grid_2d(rows, columns), block_2d()>>>(rows, columns, device_mean, device_data);
  multiply<<<grid_2d(columns, columns), block_2d()>>>(rows, columns, device_data, device_symmat);
  copy_to_host(data, device_data, elements);
  copy_to_host(mean, device_mean, columns);
  copy_to_host(symmat, device_symmat, products);
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_mean));
  CHECK(cudaFree(device_symmat));
}
