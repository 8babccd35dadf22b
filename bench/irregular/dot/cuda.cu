/* cuda.cu: dot in CUDA: a thread per element; reductions in shared memory, and one atomic addition for each block. The
 * blocks' maxima are compared by one block. */
extern "C" {
#include "dot.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", true, true};

/* Adds VALUE over the threads of a block to *TOTAL. */
__device__ void add_in_block(REAL value, REAL *total) {
  __shared__ REAL sums[BLOCK];
  int t = threadIdx.x;
  __syncthreads(); /* a previous call may still read the sums */
  sums[t] = value;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width)
      sums[t] += sums[t + width];
  }
  if (t == 0)
    atomicAdd(total, sums[0]);
}

__global__ void multiply(int n, const REAL *x, const REAL *y, REAL *result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_in_block(i < n ? x[i] * y[i] : 0, &result[DOT_PRODUCT]);
}

__global__ void add(int n, const REAL *x, const REAL *y, REAL *result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  REAL a = i < n ? x[i] : 0, b = i < n ? y[i] : 0;
  add_in_block(a, &result[DOT_SUM]);
  add_in_block(a * a, &result[DOT_SQUARES]);
  add_in_block(a * (a + b), &result[DOT_MIXED]);
}

/* Leaves the maximum of a block and its place in VALUES[0] and PLACES[0]. */
__device__ void find_in_block(REAL *values, int *places) {
  int t = threadIdx.x;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width && (values[t + width] > values[t] ||
                      (values[t + width] == values[t] && places[t + width] < places[t]))) {
      values[t] = values[t + width];
      places[t] = places[t + width];
    }
  }
}

/* The values are positive, so 0 stands for no element. */
__global__ void find(int n, const REAL *x, REAL *block_value, int *block_place) {
  __shared__ REAL values[BLOCK];
  __shared__ int places[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = i < n ? x[i] : 0;
  places[threadIdx.x] = i;
  find_in_block(values, places);
  if (threadIdx.x == 0) {
    block_value[blockIdx.x] = values[0];
    block_place[blockIdx.x] = places[0];
  }
}

__global__ void find_last(int blocks, const REAL *block_value, const int *block_place, REAL *result,
                          int *place) {
  __shared__ REAL values[BLOCK];
  __shared__ int places[BLOCK];
  REAL value = 0;
  int own = 0;
  for (int i = threadIdx.x; i < blocks; i += BLOCK)
    if (block_value[i] > value) {
      value = block_value[i];
      own = block_place[i];
    }
  values[threadIdx.x] = value;
  places[threadIdx.x] = own;
  find_in_block(values, places);
  if (threadIdx.x == 0) {
    result[DOT_RESULTS] = values[0];
    *place = places[0];
  }
}

void kernel_dot(int n, const REAL *x, const REAL *y, REAL *result, int *place) {
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n);
  REAL *device_result = device_array<REAL>(DOT_RESULTS + 1);
  unsigned blocks = blocks_for(n, BLOCK);
  REAL *block_value = device_array<REAL>(blocks);
  int *block_place = device_array<int>(blocks), *device_place = device_array<int>(1);
  CHECK(cudaMemset(device_result, 0, (DOT_RESULTS + 1) * sizeof(REAL)));
  multiply<<<blocks, BLOCK>>>(n, device_x, device_y, device_result);
  add<<<blocks, BLOCK>>>(n, device_x, device_y, device_result);
  find<<<blocks, BLOCK>>>(n, device_x, block_value, block_place);
  find_last<<<1, BLOCK>>>(blocks, block_value, block_place, device_result, device_place);
  copy_to_host(result, device_result, DOT_RESULTS + 1);
  copy_to_host(place, device_place, 1);
  void *arrays[] = {device_x, device_y, device_result, block_value, block_place, device_place};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
