/* cuda.cu: bfs in CUDA: a thread per vertex, a kernel for each level. */
extern "C" {
#include "bfs.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", false, true};

__global__ void start(int n, int source, int *level) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    level[v] = v == source ? 0 : -1;
}

/* Threads that reach the same vertex store the same level. */
__global__ void advance(int n, int depth, const int *offset, const int *neighbor, int *level, int *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != depth)
    return;
  for (int k = offset[v]; k < offset[v + 1]; k++) {
    int next = neighbor[k];
    if (level[next] < 0) {
      level[next] = depth + 1;
      *changed = 1;
    }
  }
}

void kernel_bfs(int n, int source, const int *offset, const int *neighbor, int *level) {
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)offset[n] + 1);
  int *device_level = device_array<int>(n), *device_changed = device_array<int>(1), changed = 1;
  start<<<blocks_for(n, BLOCK), BLOCK>>>(n, source, device_level);
  for (int depth = 0; changed; depth++) {
    CHECK(cudaMemset(device_changed, 0, sizeof(int)));
    advance<<<blocks_for(n, BLOCK), BLOCK>>>(n, depth, device_offset, device_neighbor, device_level,
                                             device_changed);
    copy_to_host(&changed, device_changed, 1);
  }
  copy_to_host(level, device_level, n);
  int *arrays[] = {device_offset, device_neighbor, device_level, device_changed};
  for (int *array : arrays)
    CHECK(cudaFree(array));
}
