/* tuned.cu: components in CUDA, tuned: hooking. Each edge joins two trees by compare-and-swap of the greater root, so the
 * root of a tree is its least vertex. All threads have equal shares of the edges, and each edge is visited once. */
extern "C" {
#include "components.h"
}
#include "../common/rows.cuh"

const struct bench_version bench_version = {"tuned", false, true};

/* The first neighbor that is less joins most vertices without an atomic operation. */
__global__ void start(int n, const int *offset, const int *neighbor, int *parent) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  const int begin = offset[v];
  const int first = begin < offset[v + 1] ? neighbor[begin] : v; /* the least one: the columns ascend */
  parent[v] = first < v ? first : v;
}

/* The root of V. Halves the path: other threads see shorter paths, or the old ones. */
__device__ int find(volatile int *parent, int v) {
  int next = parent[v];
  while (next != v) {
    const int after = parent[next];
    if (after != next)
      parent[v] = after;
    v = next;
    next = after;
  }
  return v;
}

__global__ void __launch_bounds__(SHARE_THREADS)
    hook(int n, int elements, const int *offset, const int *neighbor, int *parent) {
  for_each_element(n, elements, offset, [=](int v, int k) {
    const int other = neighbor[k];
    if (other >= v) /* the other direction of the edge does it */
      return;
    int a = find(parent, v), b = find(parent, other);
    while (a != b) {
      const int greater = a > b ? a : b, less = a > b ? b : a;
      const int found = atomicCAS(&parent[greater], greater, less);
      if (found == greater)
        break;
      a = find(parent, found);
      b = less;
    }
  });
}

__global__ void flatten(int n, int *parent) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    parent[v] = find(parent, v);
}

void kernel_components(int n, const int *offset, const int *neighbor, int *label, int *next) {
  (void)next;
  int elements = offset[n];
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)elements + 1), *parent = device_array<int>(n);
  start<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_offset, device_neighbor, parent);
  hook<<<share_blocks(elements), SHARE_THREADS>>>(n, elements, device_offset, device_neighbor, parent);
  flatten<<<blocks_for(n, BLOCK), BLOCK>>>(n, parent);
  copy_to_host(label, parent, n);
  int *arrays[] = {device_offset, device_neighbor, parent};
  for (int *array : arrays)
    CHECK(cudaFree(array));
}
