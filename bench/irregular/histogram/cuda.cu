/* cuda.cu: histogram in CUDA: a thread per element, atomic additions to global memory. */
extern "C" {
#include "histogram.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", true, true};

__global__ void clear(int bins, int *count, REAL *sum) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < bins) {
    count[b] = 0;
    sum[b] = 0;
  }
}

__global__ void count_elements(int n, const int *bin, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[bin[i]], 1);
}

__global__ void add_weights(int n, const int *bin, const REAL *weight, REAL *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[bin[i]], weight[i]);
}

void kernel_histogram(int n, int bins, const int *bin, const REAL *weight, int *count, REAL *sum) {
  int *device_bin = device_copy(bin, n), *device_count = device_array<int>(bins);
  REAL *device_weight = device_copy(weight, n), *device_sum = device_array<REAL>(bins);
  clear<<<blocks_for(bins, BLOCK), BLOCK>>>(bins, device_count, device_sum);
  count_elements<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_bin, device_count);
  add_weights<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_bin, device_weight, device_sum);
  copy_to_host(count, device_count, bins);
  copy_to_host(sum, device_sum, bins);
  void *arrays[] = {device_bin, device_count, device_weight, device_sum};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
