/* warp.cuh: sums over the lanes of a warp and the threads of a block, for the CUDA programs of bench/irregular. */
#ifndef IRREGULAR_WARP_CUH
#define IRREGULAR_WARP_CUH

#include "device_array.h"

const unsigned ALL_LANES = 0xffffffff;
enum { WARP = 32 };

__device__ __forceinline__ int lane_of_thread() { return threadIdx.x % WARP; }
__device__ __forceinline__ int warp_of_thread() { return threadIdx.x / WARP; }

/* The sum over WIDTH neighboring lanes, a power of two: every lane gets it. All lanes of the warp call this. */
template <int WIDTH, typename T> __device__ __forceinline__ T add_lanes(T value) {
#pragma unroll
  for (int distance = WIDTH / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(ALL_LANES, value, distance);
  return value;
}

/* The sum of the lanes up to this one. */
template <typename T> __device__ __forceinline__ T scan_lanes(T value) {
#pragma unroll
  for (int distance = 1; distance < WARP; distance *= 2) {
    T other = __shfl_up_sync(ALL_LANES, value, distance);
    if (lane_of_thread() >= distance)
      value += other;
  }
  return value;
}

/* The sum over THREADS threads, a whole block: thread 0 gets it. */
template <int THREADS, typename T> __device__ __forceinline__ T add_block(T value) {
  __shared__ T sums[THREADS / WARP];
  value = add_lanes<WARP>(value);
  __syncthreads(); /* a previous call may still read the sums */
  if (lane_of_thread() == 0)
    sums[warp_of_thread()] = value;
  __syncthreads();
  value = threadIdx.x < THREADS / WARP ? sums[threadIdx.x] : T();
  return threadIdx.x < WARP ? add_lanes<WARP>(value) : value;
}

/* Blocks of THREADS threads that fill the device once or twice; at most one for THREADS elements each. */
static inline unsigned blocks_of_device(int elements, int threads) {
  int multiprocessors;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  unsigned most = (unsigned)multiprocessors * (2048 / (unsigned)threads);
  unsigned blocks = blocks_for(elements, (unsigned)threads);
  return blocks < most ? blocks : most;
}

#endif
