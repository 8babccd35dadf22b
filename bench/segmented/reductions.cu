/* FILE: bench/segmented/reductions.cu
 * WHAT: dot product and sum in CUDA C, as a comparison for lib/segmented: a loop over the grid with four sums for each thread, warp
 *       shuffles, and the last block adds.
 * USE:  reductions.cu N     prints both results
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 256, BLOCKS = 1056 };

struct buffer {
  unsigned finished;
  double parts[BLOCKS];
};

static __device__ __forceinline__ double block_sum(double sum, double *warps) {
  for (int distance = 16; distance; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0.;
    for (int distance = 16; distance; distance /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, distance);
  }
  return sum;
}

/* The last block adds the sums of all blocks and resets the counter. */
static __device__ __forceinline__ void finish(double sum, struct buffer *buffer, double *result) {
  __shared__ double warps[32];
  __shared__ int last;
  sum = block_sum(sum, warps);
  if (threadIdx.x == 0) {
    buffer->parts[blockIdx.x] = sum;
    __nvvm_membar_gl();
    last = __nvvm_atom_add_gen_i((int *)&buffer->finished, 1) == (int)gridDim.x - 1;
    __nvvm_membar_gl();
  }
  __syncthreads();
  if (last) {
    sum = 0;
    for (int i = threadIdx.x; i < (int)gridDim.x; i += THREADS)
      sum += buffer->parts[i];
    __syncthreads();
    sum = block_sum(sum, warps);
    if (threadIdx.x == 0) {
      *result = sum;
      buffer->finished = 0;
    }
  }
}

#define LOOP(ADD)                                                                                            \
  double sums[4] = {0, 0, 0, 0};                                                                             \
  const int step = gridDim.x * THREADS;                                                                      \
  int i = blockIdx.x * THREADS + threadIdx.x;                                                                \
  for (; i + 3 * step < n; i += 4 * step)                                                                    \
    for (int k = 0; k < 4; k++)                                                                              \
      sums[k] = ADD(sums[k], i + k * step);                                                                  \
  for (; i < n; i += step)                                                                                   \
    sums[0] = ADD(sums[0], i);                                                                               \
  finish(sums[0] + sums[1] + sums[2] + sums[3], buffer, result);

#define ADD_PRODUCT(sum, i) __builtin_fma(x[i], y[i], sum)
#define ADD_ELEMENT(sum, i) ((sum) + x[i])

extern "C" __global__ void __launch_bounds__(THREADS)
    dot(int n, const double *__restrict__ x, const double *__restrict__ y, struct buffer *buffer, double *result) {
  LOOP(ADD_PRODUCT)
}

extern "C" __global__ void __launch_bounds__(THREADS)
    sum(int n, const double *__restrict__ x, struct buffer *buffer, double *result) {
  LOOP(ADD_ELEMENT)
}

int main(int count, char **arguments) {
  const int n = count > 1 ? atoi(arguments[1]) : 1000000;
  const int wanted = (n + THREADS * 4 - 1) / (THREADS * 4), blocks = wanted < BLOCKS ? wanted : BLOCKS;
  double *x = (double *)malloc(sizeof *x * n), *device_x, *device_y, *device_result, results[2];
  struct buffer *buffer, zero = {0, {0}};
  for (int i = 0; i < n; i++)
    x[i] = i % 1000 - 500;
  cudaMalloc(&device_x, sizeof *x * n);
  cudaMalloc(&device_y, sizeof *x * n);
  cudaMalloc(&device_result, sizeof results);
  cudaMalloc(&buffer, sizeof zero);
  cudaMemcpy(device_x, x, sizeof *x * n, cudaMemcpyHostToDevice);
  cudaMemcpy(device_y, x, sizeof *x * n, cudaMemcpyHostToDevice);
  cudaMemcpy(buffer, &zero, sizeof zero, cudaMemcpyHostToDevice);
  dot<<<blocks, THREADS>>>(n, device_x, device_y, buffer, &device_result[0]);
  sum<<<blocks, THREADS>>>(n, device_x, buffer, &device_result[1]);
  cudaMemcpy(results, device_result, sizeof results, cudaMemcpyDeviceToHost);
  printf("dot %.0f sum %.0f\n", results[0], results[1]);
  return 0;
}
