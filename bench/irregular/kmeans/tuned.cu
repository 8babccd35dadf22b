/* tuned.cu: kmeans in CUDA, tuned: one kernel assigns the points and adds them to sums in shared memory; a block adds its
 * sums to those of the device once. Centers are in shared memory, and a point is one access. A warp whose points have
 * the same cluster adds them first. */
extern "C" {
#include "kmeans.h"
}
#include "../common/warp.cuh"

const struct bench_version bench_version = {"tuned", false, true};

enum { PER_THREAD = 8 }; /* points, if the device has enough threads */

struct alignas(4 * sizeof(REAL)) coordinates {
  REAL value[KMEANS_DIMENSIONS];
};

extern __shared__ char shared_memory[];

__global__ void __launch_bounds__(BLOCK)
    assign_and_add(int n, int clusters, const coordinates *point, const coordinates *center, int *cluster,
                   REAL *sum, int *count) {
  coordinates *const centers = (coordinates *)shared_memory;
  REAL *const sums = (REAL *)(centers + clusters);
  int *const counts = (int *)(sums + clusters * KMEANS_DIMENSIONS);
  for (int c = threadIdx.x; c < clusters; c += BLOCK) {
    centers[c] = center[c];
    counts[c] = 0;
  }
  for (int c = threadIdx.x; c < clusters * KMEANS_DIMENSIONS; c += BLOCK)
    sums[c] = 0;
  __syncthreads();

  for (int base = blockIdx.x * BLOCK; base < n; base += gridDim.x * BLOCK) {
    const int i = base + threadIdx.x;
    const bool exists = i < n;
    coordinates own = point[exists ? i : 0];
    int best = 0;
    REAL least = 0;
#pragma unroll 4
    for (int c = 0; c < clusters; c++) {
      const coordinates other = centers[c];
      REAL distance = 0;
#pragma unroll
      for (int d = 0; d < KMEANS_DIMENSIONS; d++)
        distance += (own.value[d] - other.value[d]) * (own.value[d] - other.value[d]);
      if (c == 0 || distance < least) {
        least = distance;
        best = c;
      }
    }
    if (exists)
      cluster[i] = best;
    const int first = __shfl_sync(ALL_LANES, best, 0);
    if (__all_sync(ALL_LANES, exists && best == first)) {
#pragma unroll
      for (int d = 0; d < KMEANS_DIMENSIONS; d++) {
        const REAL total = add_lanes<WARP>(own.value[d]);
        if (lane_of_thread() == d)
          atomicAdd(&sums[best * KMEANS_DIMENSIONS + d], total);
      }
      if (lane_of_thread() == KMEANS_DIMENSIONS)
        atomicAdd(&counts[best], WARP);
    } else if (exists) {
      atomicAdd(&counts[best], 1);
#pragma unroll
      for (int d = 0; d < KMEANS_DIMENSIONS; d++)
        atomicAdd(&sums[best * KMEANS_DIMENSIONS + d], own.value[d]);
    }
  }
  __syncthreads();
  for (int c = threadIdx.x; c < clusters; c += BLOCK)
    if (counts[c])
      atomicAdd(&count[c], counts[c]);
  for (int c = threadIdx.x; c < clusters * KMEANS_DIMENSIONS; c += BLOCK)
    if (counts[c / KMEANS_DIMENSIONS])
      atomicAdd(&sum[c], sums[c]);
}

__global__ void move(int clusters, const REAL *sum, const int *count, REAL *center) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < clusters * KMEANS_DIMENSIONS && count[c / KMEANS_DIMENSIONS] > 0)
    center[c] = sum[c] / (REAL)count[c / KMEANS_DIMENSIONS];
}

void kernel_kmeans(int steps, int n, int clusters, const REAL *point, REAL *center, REAL *sum, int *cluster,
                   int *count) {
  size_t values = (size_t)clusters * KMEANS_DIMENSIONS;
  REAL *device_point = device_copy(point, (size_t)n * KMEANS_DIMENSIONS);
  REAL *device_center = device_copy(center, values), *device_sum = device_array<REAL>(values);
  int *device_cluster = device_array<int>(n), *device_count = device_array<int>(clusters);
  size_t shared_bytes = 2 * values * sizeof(REAL) + (size_t)clusters * sizeof(int);
  unsigned most = blocks_of_device(n, BLOCK), blocks = blocks_for(n, PER_THREAD * BLOCK);
  blocks = blocks < most ? blocks : most;
  for (int step = 0; step < steps; step++) {
    CHECK(cudaMemset(device_sum, 0, values * sizeof(REAL)));
    CHECK(cudaMemset(device_count, 0, (size_t)clusters * sizeof(int)));
    assign_and_add<<<blocks, BLOCK, shared_bytes>>>(n, clusters, (const coordinates *)device_point,
                                                    (const coordinates *)device_center, device_cluster,
                                                    device_sum, device_count);
    move<<<blocks_for((int)values, BLOCK), BLOCK>>>(clusters, device_sum, device_count, device_center);
  }
  copy_to_host(center, device_center, values);
  copy_to_host(sum, device_sum, values);
  copy_to_host(cluster, device_cluster, n);
  copy_to_host(count, device_count, clusters);
  void *arrays[] = {device_point, device_center, device_sum, device_cluster, device_count};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
