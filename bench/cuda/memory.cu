/* FILE: bench/cuda/memory.cu
 * WHAT: rates and latencies of the memory levels of an NVIDIA GPU, which the device profiles of the simulator assume.
 * USE:  nvcc -arch=sm_90 -O3 -o memory bench/cuda/memory.cu && ./memory
 *
 * Prints one JSON object for each figure, with the median of several launches. A rate counts bytes read. A latency is that of
 * one thread that follows pointers; under load, all other blocks read memory at the same time.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <numeric>
#include <random>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    cudaError_t error_ = (call);                                                                     \
    if (error_ != cudaSuccess) {                                                                     \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));                                \
      exit(1);                                                                                       \
    }                                                                                                \
  } while (0)

enum { LAUNCHES = 15, HOPS = 4096 };

/* Reads all vectors `rounds` times past the first level. The sum keeps the compiler from removing the loads. */
__global__ void read_all(const float4 *data, size_t count, int rounds, float *sink) {
  float sum = 0;
  for (int round = 0; round < rounds; round++)
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
      float4 v = __ldcg(data + i);
      sum += v.x + v.y + v.z + v.w;
    }
  if (sum == 0.12345f)
    *sink = sum;
}

/* Block 0 follows pointers and stores its cycles for a hop; the others read `data` until it has ended. */
template <bool FirstLevel>
__global__ void follow(const unsigned *next, unsigned at, unsigned *end, float *cycles, const float4 *data, size_t count, int *done,
                       float *sink) {
  if (blockIdx.x == 0) {
    if (threadIdx.x)
      return;
    for (int hop = 0; hop < HOPS; hop++)
      at = FirstLevel ? __ldca(next + at) : __ldcg(next + at);
    long long begin = clock64();
    for (int hop = 0; hop < HOPS; hop++)
      at = FirstLevel ? __ldca(next + at) : __ldcg(next + at);
    *cycles = (clock64() - begin) / (float)HOPS;
    *end = at;
    atomicExch(done, 1);
    return;
  }
  float sum = 0;
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  while (!*(volatile int *)done)
    for (int k = 0; k < 16; k++, i = (i + (size_t)gridDim.x * blockDim.x) % count)
      sum += __ldcg(data + i).x;
  if (sum == 0.12345f)
    *sink = sum;
}

static float *sink;
static float4 *data;
static const size_t data_bytes = (size_t)4 << 30;

static void print(const char *name, const char *unit, std::vector<float> values) {
  std::sort(values.begin(), values.end());
  printf("{\"question\": 12, \"name\": \"%s\", \"unit\": \"%s\", \"median\": %.5g, \"minimum\": %.5g, \"maximum\": %.5g, \"repeats\": %zu}\n",
         name, unit, values[values.size() / 2], values.front(), values.back(), values.size());
  fflush(stdout);
}

static void rate(const char *name, size_t bytes, int rounds, int blocks, int threads) {
  cudaEvent_t from, to;
  CHECK(cudaEventCreate(&from));
  CHECK(cudaEventCreate(&to));
  std::vector<float> values;
  for (int launch = 0; launch <= LAUNCHES; launch++) {
    float ms;
    CHECK(cudaEventRecord(from));
    read_all<<<blocks, threads>>>(data, bytes / sizeof(float4), rounds, sink);
    CHECK(cudaEventRecord(to));
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&ms, from, to));
    if (launch)
      values.push_back((float)(bytes * (double)rounds / ms / 1e6));
  }
  print(name, "GB/s", values);
}

/* A random cycle through `bytes`, one pointer in each 128 bytes. Each launch continues where the one before it ended. */
template <bool FirstLevel> static void latency(const char *name, size_t bytes, int blocks) {
  size_t lines = bytes / 128;
  std::vector<unsigned> order(lines), host(bytes / 4);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
  for (size_t i = 0; i < lines; i++)
    host[order[i] * 32] = order[(i + 1) % lines] * 32;
  unsigned *next, *end;
  float *cycles;
  int *done;
  CHECK(cudaMalloc(&next, bytes));
  CHECK(cudaMalloc(&end, 4));
  CHECK(cudaMalloc(&cycles, 4));
  CHECK(cudaMalloc(&done, 4));
  CHECK(cudaMemcpy(next, host.data(), bytes, cudaMemcpyHostToDevice));
  std::vector<float> values;
  for (int launch = 0; launch <= LAUNCHES; launch++) {
    float value;
    CHECK(cudaMemset(done, 0, 4));
    follow<FirstLevel><<<blocks, 512>>>(next, order[2 * (size_t)HOPS * launch % lines] * 32, end, cycles, data, data_bytes / sizeof(float4), done, sink);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&value, cycles, 4, cudaMemcpyDeviceToHost));
    if (launch)
      values.push_back(value);
  }
  print(name, "cycles", values);
  CHECK(cudaFree(next));
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  fprintf(stderr, "%s, %d multiprocessors, second level %d bytes\n", device.name, device.multiProcessorCount, device.l2CacheSize);
  int blocks = device.multiProcessorCount * 4;
  CHECK(cudaMalloc(&sink, 4));
  CHECK(cudaMalloc(&data, data_bytes));
  CHECK(cudaMemset(data, 1, data_bytes));
  rate("read 4 MiB again and again", (size_t)4 << 20, 200, blocks, 512);
  rate("read 16 MiB again and again", (size_t)16 << 20, 50, blocks, 512);
  rate("read 24 MiB again and again", (size_t)24 << 20, 30, blocks, 512);
  rate("read 40 MiB again and again", (size_t)40 << 20, 20, blocks, 512);
  rate("read 4 GiB", data_bytes, 1, blocks, 512);
  latency<true>("latency, 16 KiB, first level", 16 << 10, 1);
  latency<false>("latency, 4 MiB", 4 << 20, 1);
  latency<false>("latency, 16 MiB", 16 << 20, 1);
  latency<false>("latency, 512 MiB", 512 << 20, 1);
  latency<false>("latency, 512 MiB, under load", 512 << 20, blocks);
  latency<false>("latency, 4 MiB, under load", 4 << 20, blocks);
}
