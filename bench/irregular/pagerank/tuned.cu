/* tuned.cu: pagerank in CUDA, tuned: one kernel for a step if lanes add the vertices, two if threads have equal shares of
 * the links. A kernel computes the ranks, what a vertex gives to each link, and both sums for the next step. */
extern "C" {
#include "pagerank.h"
}
#include "../common/rows.cuh"

#include <utility>

const struct bench_version bench_version = {"tuned", true, true};

struct state {
  int n;
  const int *links;
  REAL *rank;
  REAL *next_share;   /* for the next step */
  const REAL *totals; /* [0]: dangling rank of this step */
  REAL *next_totals;  /* [0]: of the next step; [1]: changes of this step */
};

/* Gives vertex V, if there is one, its rank. Its lane sets DANGLING and CHANGE, and other lanes do not call this. */
__device__ __forceinline__ void finish(const state &s, int v, REAL sum, REAL &dangling, REAL &change) {
  const REAL rank =
      (1 - PAGERANK_DAMPING + PAGERANK_DAMPING * s.totals[0]) / (REAL)s.n + PAGERANK_DAMPING * sum;
  const REAL difference = rank - s.rank[v];
  const int links = s.links[v];
  change = difference < 0 ? -difference : difference;
  dangling = links ? 0 : rank;
  s.rank[v] = rank;
  s.next_share[v] = links ? rank / (REAL)links : 0;
}

__device__ __forceinline__ void add_totals(const state &s, REAL dangling, REAL change) {
  dangling = add_block<BLOCK>(dangling);
  change = add_block<BLOCK>(change);
  if (threadIdx.x == 0) {
    atomicAdd(&s.next_totals[0], dangling);
    atomicAdd(&s.next_totals[1], change);
  }
}

/* The first shares, from equal ranks. */
__global__ void __launch_bounds__(BLOCK) start(state s) {
  const int v = blockIdx.x * BLOCK + threadIdx.x;
  REAL dangling = 0;
  if (v < s.n) {
    const int links = s.links[v];
    s.next_share[v] = links ? s.rank[v] / (REAL)links : 0;
    dangling = links ? 0 : s.rank[v];
  }
  add_totals(s, dangling, 0);
}

template <int WIDTH>
__global__ void __launch_bounds__(BLOCK)
    pull_rows(state s, const int *offset, const int *source, const REAL *share) {
  REAL dangling = 0, change = 0;
  for (int base = blockIdx.x * (BLOCK / WIDTH); base < s.n; base += gridDim.x * (BLOCK / WIDTH)) {
    const int v = base + threadIdx.x / WIDTH, lane = threadIdx.x % WIDTH;
    REAL sum = 0;
    if (v < s.n) {
      const int end = offset[v + 1];
      for (int k = offset[v] + lane; k < end; k += WIDTH)
        sum += share[source[k]];
    }
    sum = add_lanes<WIDTH>(sum);
    if (v < s.n && lane == 0) {
      REAL own_dangling, own_change;
      finish(s, v, sum, own_dangling, own_change);
      dangling += own_dangling;
      change += own_change;
    }
  }
  add_totals(s, dangling, change);
}

/* The elements of SUM are 0 before. */
__global__ void __launch_bounds__(SHARE_THREADS)
    pull_shares(int n, int elements, const int *offset, const int *source, const REAL *share, REAL *sum) {
  add_share<1>(
      n, elements, offset, [=](int, int k, REAL *value) { *value = share[source[k]]; },
      [=](int v, const REAL *part, bool whole) {
        if (whole)
          sum[v] = *part;
        else
          atomicAdd(&sum[v], *part);
      });
}

/* Leaves 0 in SUM for the next step. */
__global__ void __launch_bounds__(BLOCK) finish_all(state s, REAL *sum) {
  REAL dangling = 0, change = 0;
  const int v = blockIdx.x * BLOCK + threadIdx.x;
  if (v < s.n) {
    finish(s, v, sum[v], dangling, change);
    sum[v] = 0;
  }
  add_totals(s, dangling, change);
}

struct launch {
  state s;
  const int *offset, *source;
  const REAL *share;
  template <int WIDTH> void run() {
    pull_rows<WIDTH><<<blocks_of_device(s.n * WIDTH, BLOCK), BLOCK>>>(s, offset, source, share);
  }
};

void kernel_pagerank(int steps, int n, const int *offset, const int *source, const int *links, REAL *rank,
                     REAL *change, REAL *share, REAL *next) {
  (void)share, (void)next;
  int elements = offset[n];
  row_mapping mapping = map_rows(n, offset);
  int *device_offset = device_copy(offset, (size_t)n + 1), *device_links = device_copy(links, n);
  int *device_source = device_copy(source, (size_t)elements + 1);
  REAL *device_rank = device_copy(rank, n), *now = device_array<REAL>(n), *after = device_array<REAL>(n);
  REAL *sum = device_array<REAL>(n), *totals = device_array<REAL>(2 * (size_t)steps + 2);
  unsigned blocks = blocks_for(n, BLOCK);
  CHECK(cudaMemset(totals, 0, (2 * (size_t)steps + 2) * sizeof(REAL)));
  CHECK(cudaMemset(sum, 0, (size_t)n * sizeof(REAL)));
  state s = {n, device_links, device_rank, now, nullptr, totals};
  start<<<blocks, BLOCK>>>(s);
  for (int step = 0; step < steps; step++) {
    s = {n, device_links, device_rank, after, totals + 2 * step, totals + 2 * step + 2};
    if (mapping.lanes) {
      launch_with_lanes(mapping, launch{s, device_offset, device_source, now});
    } else {
      pull_shares<<<share_blocks(elements), SHARE_THREADS>>>(n, elements, device_offset, device_source, now,
                                                             sum);
      finish_all<<<blocks, BLOCK>>>(s, sum);
    }
    std::swap(now, after);
  }
  copy_to_host(rank, device_rank, n);
  for (int step = 0; step < steps; step++) {
    copy_to_host(&change[step], totals + 2 * step + 3, 1);
    change[step] += 1;
  }
  void *arrays[] = {device_offset, device_links, device_source, device_rank, now, after, sum, totals};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
