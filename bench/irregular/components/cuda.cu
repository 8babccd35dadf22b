/* cuda.cu: components in CUDA: a thread per vertex takes the least label of its neighbors, until no label changes. */
extern "C" {
#include "components.h"
}
#include "device_array.h"

#include <utility>

const struct bench_version bench_version = {"cuda", false, true};

__global__ void start(int n, int *label) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    label[v] = v;
}

__global__ void propagate(int n, const int *offset, const int *neighbor, const int *label, int *next,
                          int *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int own = label[v], least = own;
  for (int k = offset[v]; k < offset[v + 1]; k++) {
    int other = label[neighbor[k]];
    if (other < least)
      least = other;
  }
  next[v] = least;
  if (least != own)
    *changed = 1;
}

void kernel_components(int n, const int *offset, const int *neighbor, int *label, int *next) {
  (void)next; /* the temporary is on the device only */
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)offset[n] + 1);
  int *now = device_array<int>(n), *after = device_array<int>(n), *device_changed = device_array<int>(1);
  int changed = 1;
  start<<<blocks_for(n, BLOCK), BLOCK>>>(n, now);
  while (changed) {
    CHECK(cudaMemset(device_changed, 0, sizeof(int)));
    propagate<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_offset, device_neighbor, now, after, device_changed);
    copy_to_host(&changed, device_changed, 1);
    std::swap(now, after);
  }
  copy_to_host(label, now, n);
  int *arrays[] = {device_offset, device_neighbor, now, after, device_changed};
  for (int *array : arrays)
    CHECK(cudaFree(array));
}
