/* tuned.cu: histogram in CUDA, tuned: one kernel for counts and sums. A block has bins in shared memory, a copy for each
 * warp if there are few of them, and adds the bins that it used to global memory once. A warp whose elements all have the
 * same bin adds them first. If the bins do not fit in shared memory, the block adds to global memory. */
extern "C" {
#include "histogram.h"
}
#include "../common/warp.cuh"

const struct bench_version bench_version = {"tuned", true, true};

enum {
  SHARED_BYTES = 48 * 1024,
  FEW_BINS = 1024, /* of all copies */
  PER_THREAD = 16, /* elements, if the device has enough threads */
  BIN_BYTES = sizeof(int) + sizeof(REAL)
};

extern __shared__ char shared_memory[];

/* COPIES of the bins are in shared memory; 0: COUNT and SUM are updated. */
__global__ void __launch_bounds__(BLOCK)
    add_elements(int n, int bins, int copies, const int *bin, const REAL *weight, int *count, REAL *sum) {
  REAL *const all_sums = (REAL *)shared_memory;
  int *const all_counts = (int *)(all_sums + bins * copies);
  for (int b = threadIdx.x; b < bins * copies; b += BLOCK) {
    all_sums[b] = 0;
    all_counts[b] = 0;
  }
  __syncthreads();
  const int first = copies ? warp_of_thread() % copies * bins : 0;
  REAL *const own_sum = copies ? all_sums + first : sum;
  int *const own_count = copies ? all_counts + first : count;
  const int stride = gridDim.x * BLOCK;
  for (int base = blockIdx.x * BLOCK; base < n; base += stride) {
    const int i = base + threadIdx.x, own = i < n ? bin[i] : -1;
    const REAL value = i < n ? weight[i] : 0;
    const int leader = __shfl_sync(ALL_LANES, own, 0);
    if (leader >= 0 && __all_sync(ALL_LANES, own == leader || own < 0)) {
      const REAL total = add_lanes<WARP>(value);
      const int lanes = __popc(__ballot_sync(ALL_LANES, own >= 0));
      if (lane_of_thread() == 0) {
        atomicAdd(&own_count[own], lanes);
        atomicAdd(&own_sum[own], total);
      }
    } else if (own >= 0) {
      atomicAdd(&own_count[own], 1);
      atomicAdd(&own_sum[own], value);
    }
  }
  if (!copies)
    return;
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += BLOCK) {
    int elements = 0;
    REAL total = 0;
    for (int c = 0; c < copies; c++) {
      elements += all_counts[c * bins + b];
      total += all_sums[c * bins + b];
    }
    if (elements) {
      atomicAdd(&count[b], elements);
      atomicAdd(&sum[b], total);
    }
  }
}

void kernel_histogram(int n, int bins, const int *bin, const REAL *weight, int *count, REAL *sum) {
  int *device_bin = device_copy(bin, n), *device_count = device_array<int>(bins);
  REAL *device_weight = device_copy(weight, n), *device_sum = device_array<REAL>(bins);
  int copies = (size_t)bins * BIN_BYTES <= SHARED_BYTES;
  while (copies && copies < BLOCK / WARP && 2 * copies * bins <= FEW_BINS)
    copies *= 2;
  /* A block with many bins must have many elements, because it adds all its bins. */
  int elements = copies && bins > PER_THREAD * BLOCK ? bins : PER_THREAD * BLOCK;
  CHECK(cudaMemset(device_count, 0, (size_t)bins * sizeof(int)));
  CHECK(cudaMemset(device_sum, 0, (size_t)bins * sizeof(REAL)));
  unsigned most = blocks_of_device(n, BLOCK), blocks = blocks_for(n, (unsigned)elements);
  blocks = blocks < most ? blocks : most;
  size_t shared_bytes = (size_t)bins * copies * BIN_BYTES;
  add_elements<<<blocks, BLOCK, shared_bytes>>>(n, bins, copies, device_bin, device_weight, device_count,
                                                device_sum);
  copy_to_host(count, device_count, bins);
  copy_to_host(sum, device_sum, bins);
  void *arrays[] = {device_bin, device_count, device_weight, device_sum};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
