/* device_array.h: what the CUDA versions of the programs share: checked calls, arrays on the device. */
#ifndef BENCH_DEVICE_ARRAY_H
#define BENCH_DEVICE_ARRAY_H

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

/* Ends the program if a call of the CUDA runtime fails. */
#define CHECK(call) check_cuda(call, #call)
static inline void check_cuda(cudaError_t error, const char *call) {
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
  exit(2);
}

/* An array on the device without initial values. */
template <typename T> static T *device_array(size_t elements) {
  T *array;
  CHECK(cudaMalloc(&array, elements * sizeof(T)));
  return array;
}

/* An array on the device with the values of HOST. */
template <typename T> static T *device_copy(const T *host, size_t elements) {
  T *array = device_array<T>(elements);
  CHECK(cudaMemcpy(array, host, elements * sizeof(T), cudaMemcpyHostToDevice));
  return array;
}

/* Copies an array to the host, after all kernels. */
template <typename T> static void copy_to_host(T *host, const T *array, size_t elements) {
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, array, elements * sizeof(T), cudaMemcpyDeviceToHost));
}

/* Blocks of SIZE threads for COUNT iterations. */
static inline unsigned blocks_for(int count, unsigned size) { return ((unsigned)count + size - 1) / size; }

/* Threads of a block, powers of two: for a loop, and for two nested loops whose inner one is along x. */
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef BLOCK_X
#define BLOCK_X 32
#define BLOCK_Y 8
#endif

static inline dim3 grid_2d(int rows, int columns) {
  return dim3(blocks_for(columns, BLOCK_X), blocks_for(rows, BLOCK_Y));
}

static inline dim3 block_2d() { return dim3(BLOCK_X, BLOCK_Y); }

#endif
