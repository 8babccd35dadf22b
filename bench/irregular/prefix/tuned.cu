/* tuned.cu: prefix in CUDA, tuned: scans in a single pass. A block scans a tile in shared memory, and then looks back at
 * the sums of the tiles before, until one of them includes all earlier ones. So each element is read and written once. The
 * kept elements of a tile are gathered in shared memory, so that their stores are coalesced. */
extern "C" {
#include "prefix.h"
}
#include "../common/warp.cuh"

const struct bench_version bench_version = {"tuned", true, true};

enum {
  PER_THREAD = 8, /* elements */
  TILE = BLOCK * PER_THREAD,
  TILE_PLACES = TILE + TILE / WARP,
  WARPS = BLOCK / WARP
};

/* Neighboring elements of a thread, and those of neighboring threads, are in different banks. */
__device__ __forceinline__ int place_of(int e) { return e + e / WARP; }

enum { NOTHING, OWN_SUM, ALL_SUMS }; /* what a tile has published; 0 before the kernel */

/* The state of a scan in device memory. NEXT: the number of the next block to start. */
template <typename T> struct scan_state {
  int *next;
  volatile int *flag;
  volatile T *own, *all; /* the sum of a tile; the sum up to its end */
};

/* The number of this block, in the order in which blocks start: it can wait for all lower ones. */
__device__ int start_order(int *next) {
  __shared__ int number;
  if (threadIdx.x == 0)
    number = atomicAdd(next, 1);
  __syncthreads();
  return number;
}

/* The sum of all tiles before TILE_NUMBER, whose own sum is TOTAL. The first warp calls this. */
template <typename T> __device__ T look_back(const scan_state<T> &state, int tile_number, T total) {
  const int lane = lane_of_thread();
  if (tile_number == 0) {
    if (lane == 0) {
      state.all[0] = total;
      __threadfence();
      state.flag[0] = ALL_SUMS;
    }
    return 0;
  }
  if (lane == 0) {
    state.own[tile_number] = total;
    __threadfence();
    state.flag[tile_number] = OWN_SUM;
  }
  T before = 0;
  for (int base = tile_number - 1;; base -= WARP) {
    const int other = base - lane;
    int flag = ALL_SUMS;
    if (other >= 0)
      do
        flag = state.flag[other];
      while (flag == NOTHING);
    __threadfence();
    T value = 0;
    if (other >= 0)
      value = flag == ALL_SUMS ? state.all[other] : state.own[other];
    /* Of the lanes with all sums, the first one is the nearest tile; those after it are included in it. */
    const unsigned complete = __ballot_sync(ALL_LANES, flag == ALL_SUMS);
    const int nearest = complete ? __ffs((int)complete) - 1 : WARP;
    before += add_lanes<WARP>(lane <= nearest ? value : 0);
    if (complete)
      break;
  }
  if (lane == 0) {
    state.all[tile_number] = before + total;
    __threadfence();
    state.flag[tile_number] = ALL_SUMS;
  }
  return before;
}

/* OWN: the sum of this thread's elements. Returns the sum of all elements before them, in this tile and earlier ones;
 * BEFORE_TILE and TOTAL: the sum of the earlier tiles, and of this one. */
template <typename T>
__device__ T scan_tile(const scan_state<T> &state, int tile_number, T own, T &before_tile, T &total) {
  __shared__ T warp_sums[WARPS], before_all;
  const int warp = warp_of_thread(), lane = lane_of_thread();
  const T inclusive = scan_lanes(own);
  if (lane == WARP - 1)
    warp_sums[warp] = inclusive;
  __syncthreads();
  T before = 0;
  total = 0;
#pragma unroll
  for (int w = 0; w < WARPS; w++) {
    if (w < warp)
      before += warp_sums[w];
    total += warp_sums[w];
  }
  if (warp == 0) {
    const T result = look_back(state, tile_number, total);
    if (lane == 0)
      before_all = result;
  }
  __syncthreads();
  before_tile = before_all;
  return before_all + before + (inclusive - own);
}

/* Loads a tile into shared memory; elements after the end are 0. */
__device__ __forceinline__ void load_tile(int n, int begin, const REAL *x, REAL *tile) {
#pragma unroll
  for (int e = threadIdx.x; e < TILE; e += BLOCK)
    tile[place_of(e)] = begin + e < n ? x[begin + e] : 0;
  __syncthreads();
}

__global__ void __launch_bounds__(BLOCK) scan(int n, scan_state<REAL> state, const REAL *x, REAL *sum) {
  __shared__ REAL tile[TILE_PLACES];
  const int number = start_order(state.next), begin = number * TILE, first = threadIdx.x * PER_THREAD;
  load_tile(n, begin, x, tile);
  REAL own[PER_THREAD], total = 0, before_tile, tile_total;
#pragma unroll
  for (int e = 0; e < PER_THREAD; e++)
    own[e] = total += tile[place_of(first + e)];
  const REAL before = scan_tile(state, number, total, before_tile, tile_total);
#pragma unroll
  for (int e = 0; e < PER_THREAD; e++)
    tile[place_of(first + e)] = before + own[e];
  __syncthreads();
#pragma unroll
  for (int e = threadIdx.x; e < TILE; e += BLOCK)
    if (begin + e < n)
      sum[begin + e] = tile[place_of(e)];
}

__global__ void __launch_bounds__(BLOCK)
    filter(int n, int tiles, scan_state<int> state, const REAL *x, REAL *kept, int *count) {
  __shared__ REAL tile[TILE_PLACES];
  const int number = start_order(state.next), begin = number * TILE, first = threadIdx.x * PER_THREAD;
  load_tile(n, begin, x, tile); /* 0 is not kept */
  REAL own[PER_THREAD];
  int own_count = 0, before_tile, total;
#pragma unroll
  for (int e = 0; e < PER_THREAD; e++) {
    own[e] = tile[place_of(first + e)];
    own_count += own[e] > PREFIX_THRESHOLD;
  }
  /* A barrier follows the last load of a tile, in scan_tile. */
  int place = scan_tile(state, number, own_count, before_tile, total) - before_tile;
#pragma unroll
  for (int e = 0; e < PER_THREAD; e++)
    if (own[e] > PREFIX_THRESHOLD)
      tile[place_of(place++)] = own[e];
  __syncthreads();
  for (int e = threadIdx.x; e < total; e += BLOCK)
    kept[before_tile + e] = tile[place_of(e)];
  if (number == tiles - 1 && threadIdx.x == 0)
    *count = before_tile + total;
}

template <typename T> static scan_state<T> new_state(unsigned tiles, int *numbers, T *sums) {
  CHECK(cudaMemset(numbers, 0, (tiles + 1) * sizeof(int)));
  return {numbers, numbers + 1, sums, sums + tiles};
}

void kernel_prefix(int n, const REAL *x, REAL *sum, REAL *kept, int *count, int *place) {
  (void)place;
  REAL *device_x = device_copy(x, n), *device_sum = device_array<REAL>(n),
       *device_kept = device_copy(kept, n);
  unsigned tiles = blocks_for(n, TILE);
  int *numbers = device_array<int>(tiles + 1), *device_count = device_array<int>(1);
  REAL *sums = device_array<REAL>(2 * (size_t)tiles);
  int *counts = device_array<int>(2 * (size_t)tiles);
  scan<<<tiles, BLOCK>>>(n, new_state(tiles, numbers, sums), device_x, device_sum);
  filter<<<tiles, BLOCK>>>(n, (int)tiles, new_state(tiles, numbers, counts), device_x, device_kept,
                           device_count);
  copy_to_host(sum, device_sum, n);
  copy_to_host(kept, device_kept, n);
  copy_to_host(count, device_count, 1);
  void *arrays[] = {device_x, device_sum, device_kept, numbers, device_count, sums, counts};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
