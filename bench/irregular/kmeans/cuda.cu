/* cuda.cu: kmeans in CUDA: a thread per point and atomic additions to global memory; a thread per cluster. */
extern "C" {
#include "kmeans.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void clear(int clusters, REAL *sum, int *count) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= clusters)
    return;
  count[c] = 0;
  for (int d = 0; d < KMEANS_DIMENSIONS; d++)
    sum[c * KMEANS_DIMENSIONS + d] = 0;
}

__global__ void assign(int n, int clusters, const REAL *point, const REAL *center, int *cluster) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = 0;
  REAL least = 0;
  for (int c = 0; c < clusters; c++) {
    REAL distance = 0;
    for (int d = 0; d < KMEANS_DIMENSIONS; d++) {
      REAL difference = point[i * KMEANS_DIMENSIONS + d] - center[c * KMEANS_DIMENSIONS + d];
      distance += difference * difference;
    }
    if (c == 0 || distance < least) {
      least = distance;
      best = c;
    }
  }
  cluster[i] = best;
}

__global__ void add(int n, const REAL *point, const int *cluster, REAL *sum, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[cluster[i]], 1);
  for (int d = 0; d < KMEANS_DIMENSIONS; d++)
    atomicAdd(&sum[cluster[i] * KMEANS_DIMENSIONS + d], point[i * KMEANS_DIMENSIONS + d]);
}

__global__ void move(int clusters, const REAL *sum, const int *count, REAL *center) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < clusters && count[c] > 0)
    for (int d = 0; d < KMEANS_DIMENSIONS; d++)
      center[c * KMEANS_DIMENSIONS + d] = sum[c * KMEANS_DIMENSIONS + d] / (REAL)count[c];
}

void kernel_kmeans(int steps, int n, int clusters, const REAL *point, REAL *center, REAL *sum, int *cluster,
                   int *count) {
  size_t coordinates = (size_t)clusters * KMEANS_DIMENSIONS;
  REAL *device_point = device_copy(point, (size_t)n * KMEANS_DIMENSIONS);
  REAL *device_center = device_copy(center, coordinates), *device_sum = device_array<REAL>(coordinates);
  int *device_cluster = device_array<int>(n), *device_count = device_array<int>(clusters);
  unsigned blocks = blocks_for(n, BLOCK), cluster_blocks = blocks_for(clusters, BLOCK);
  for (int step = 0; step < steps; step++) {
    clear<<<cluster_blocks, BLOCK>>>(clusters, device_sum, device_count);
    assign<<<blocks, BLOCK>>>(n, clusters, device_point, device_center, device_cluster);
    add<<<blocks, BLOCK>>>(n, device_point, device_cluster, device_sum, device_count);
    move<<<cluster_blocks, BLOCK>>>(clusters, device_sum, device_count, device_center);
  }
  copy_to_host(center, device_center, coordinates);
  copy_to_host(sum, device_sum, coordinates);
  copy_to_host(cluster, device_cluster, n);
  copy_to_host(count, device_count, clusters);
  void *arrays[] = {device_point, device_center, device_sum, device_cluster, device_count};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
