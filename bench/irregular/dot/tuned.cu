/* tuned.cu: dot in CUDA, tuned: blocks that fill the device once, four elements in one access, shuffles, and one atomic
 * addition for each block. The last block to finish compares the maxima of all blocks. */
extern "C" {
#include "dot.h"
}
#include "../common/warp.cuh"

const struct bench_version bench_version = {"tuned", true, true};

enum { VECTOR = 16 / sizeof(REAL) };

struct alignas(16) vector {
  REAL value[VECTOR];
};

/* Calls each(i, x[i], y[i]) for all elements in vectors, and then for the rest. Y may be X. */
template <typename Each>
__device__ __forceinline__ void for_all(int n, const REAL *x, const REAL *y, Each each) {
  const int vectors = n / VECTOR, stride = gridDim.x * BLOCK, own = blockIdx.x * BLOCK + threadIdx.x;
#pragma unroll 2
  for (int v = own; v < vectors; v += stride) {
    const vector a = ((const vector *)x)[v], b = ((const vector *)y)[v];
#pragma unroll
    for (int e = 0; e < VECTOR; e++)
      each(v * VECTOR + e, a.value[e], b.value[e]);
  }
  if (vectors * VECTOR + own < n)
    each(vectors * VECTOR + own, x[vectors * VECTOR + own], y[vectors * VECTOR + own]);
}

__global__ void __launch_bounds__(BLOCK) multiply(int n, const REAL *x, const REAL *y, REAL *result) {
  REAL product = 0;
  for_all(n, x, y, [&](int, REAL a, REAL b) { product += a * b; });
  product = add_block<BLOCK>(product);
  if (threadIdx.x == 0)
    atomicAdd(&result[DOT_PRODUCT], product);
}

__global__ void __launch_bounds__(BLOCK) add(int n, const REAL *x, const REAL *y, REAL *result) {
  REAL sum = 0, squares = 0, mixed = 0;
  for_all(n, x, y, [&](int, REAL a, REAL b) {
    sum += a;
    squares += a * a;
    mixed += a * (a + b);
  });
  sum = add_block<BLOCK>(sum);
  squares = add_block<BLOCK>(squares);
  mixed = add_block<BLOCK>(mixed);
  if (threadIdx.x == 0) {
    atomicAdd(&result[DOT_SUM], sum);
    atomicAdd(&result[DOT_SQUARES], squares);
    atomicAdd(&result[DOT_MIXED], mixed);
  }
}

struct maximum {
  REAL value;
  int place;
};

__device__ __forceinline__ maximum greater(maximum a, maximum b) {
  return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

__device__ __forceinline__ maximum find_in_warp(maximum own) {
#pragma unroll
  for (int distance = WARP / 2; distance > 0; distance /= 2)
    own = greater(own, {__shfl_xor_sync(ALL_LANES, own.value, distance),
                        __shfl_xor_sync(ALL_LANES, own.place, distance)});
  return own;
}

/* Thread 0 gets the maximum of the block. */
__device__ __forceinline__ maximum find_in_block(maximum own) {
  __shared__ maximum found[BLOCK / WARP];
  own = find_in_warp(own);
  __syncthreads(); /* a previous call may still read */
  if (lane_of_thread() == 0)
    found[warp_of_thread()] = own;
  __syncthreads();
  if (threadIdx.x < WARP)
    own = find_in_warp(found[threadIdx.x % (BLOCK / WARP)]);
  return own;
}

/* FINISHED is 0 before. The values are positive, so 0 stands for no element. */
__global__ void __launch_bounds__(BLOCK)
    find(int n, const REAL *x, volatile REAL *block_value, volatile int *block_place, int *finished,
         REAL *result, int *place) {
  __shared__ bool is_last;
  maximum own = {0, n};
  for_all(n, x, x, [&](int i, REAL value, REAL) {
    if (value > own.value) /* places ascend, except that of the rest, which is the greatest */
      own = {value, i};
  });
  own = find_in_block(own);
  if (threadIdx.x == 0) {
    block_value[blockIdx.x] = own.value;
    block_place[blockIdx.x] = own.place;
    __threadfence();
    is_last = atomicAdd(finished, 1) == (int)gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last)
    return;
  __threadfence();
  own = {0, n};
  for (int i = threadIdx.x; i < (int)gridDim.x; i += BLOCK)
    own = greater(own, {block_value[i], block_place[i]});
  own = find_in_block(own);
  if (threadIdx.x == 0) {
    result[DOT_RESULTS] = own.value;
    *place = own.place;
  }
}

void kernel_dot(int n, const REAL *x, const REAL *y, REAL *result, int *place) {
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n);
  REAL *device_result = device_array<REAL>(DOT_RESULTS + 1);
  unsigned blocks = blocks_of_device(n / VECTOR + 1, BLOCK);
  REAL *block_value = device_array<REAL>(blocks);
  int *block_place = device_array<int>(blocks), *device_place = device_array<int>(1),
      *finished = device_array<int>(1);
  CHECK(cudaMemset(device_result, 0, (DOT_RESULTS + 1) * sizeof(REAL)));
  CHECK(cudaMemset(finished, 0, sizeof(int)));
  multiply<<<blocks, BLOCK>>>(n, device_x, device_y, device_result);
  add<<<blocks, BLOCK>>>(n, device_x, device_y, device_result);
  find<<<blocks, BLOCK>>>(n, device_x, block_value, block_place, finished, device_result, device_place);
  copy_to_host(result, device_result, DOT_RESULTS + 1);
  copy_to_host(place, device_place, 1);
  void *arrays[] = {device_x, device_y, device_result, block_value, block_place, device_place, finished};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
