/* cuda.cu: pagerank in CUDA: a thread per vertex; the sums over all vertices are reductions in shared memory and one
 * atomic addition for each block. */
extern "C" {
#include "pagerank.h"
}
#include "device_array.h"

const struct bench_version bench_version = {"cuda", true, true};

/* Adds VALUE over the threads of a block to *TOTAL. */
__device__ void add_in_block(REAL value, REAL *total) {
  __shared__ REAL sums[BLOCK];
  int t = threadIdx.x;
  sums[t] = value;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width)
      sums[t] += sums[t + width];
  }
  if (t == 0)
    atomicAdd(total, sums[0]);
}

/* totals: the dangling rank and the changes of a step. */
__global__ void divide(int n, const int *links, const REAL *rank, REAL *share, REAL *totals) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  REAL dangling = 0;
  if (v < n) {
    share[v] = links[v] ? rank[v] / (REAL)links[v] : 0;
    dangling = links[v] ? 0 : rank[v];
  }
  add_in_block(dangling, &totals[0]);
}

__global__ void pull(int n, const int *offset, const int *source, const REAL *share, const REAL *totals,
                     REAL *next) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  REAL sum = 0;
  for (int k = offset[v]; k < offset[v + 1]; k++)
    sum += share[source[k]];
  next[v] = (1 - PAGERANK_DAMPING + PAGERANK_DAMPING * totals[0]) / (REAL)n + PAGERANK_DAMPING * sum;
}

__global__ void replace(int n, const REAL *next, REAL *rank, REAL *totals) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  REAL difference = 0;
  if (v < n) {
    difference = next[v] - rank[v];
    rank[v] = next[v];
  }
  add_in_block(difference < 0 ? -difference : difference, &totals[1]);
}

void kernel_pagerank(int steps, int n, const int *offset, const int *source, const int *links, REAL *rank,
                     REAL *change, REAL *share, REAL *next) {
  (void)share, (void)next; /* the temporaries are on the device only */
  int *device_offset = device_copy(offset, (size_t)n + 1), *device_links = device_copy(links, n);
  int *device_source = device_copy(source, (size_t)offset[n] + 1);
  REAL *device_rank = device_copy(rank, n), *device_share = device_array<REAL>(n);
  REAL *device_next = device_array<REAL>(n), *totals = device_array<REAL>(2 * (size_t)steps);
  unsigned blocks = blocks_for(n, BLOCK);
  CHECK(cudaMemset(totals, 0, 2 * (size_t)steps * sizeof(REAL)));
  for (int step = 0; step < steps; step++) {
    REAL *own = totals + 2 * step;
    divide<<<blocks, BLOCK>>>(n, device_links, device_rank, device_share, own);
    pull<<<blocks, BLOCK>>>(n, device_offset, device_source, device_share, own, device_next);
    replace<<<blocks, BLOCK>>>(n, device_next, device_rank, own);
  }
  copy_to_host(rank, device_rank, n);
  for (int step = 0; step < steps; step++) {
    copy_to_host(&change[step], totals + 2 * step + 1, 1);
    change[step] += 1;
  }
  void *arrays[] = {device_offset, device_links, device_source, device_rank,
                    device_share,  device_next,  totals};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
