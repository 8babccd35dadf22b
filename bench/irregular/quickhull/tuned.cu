/* tuned.cu: quickhull in CUDA, tuned: flattened. A thread per point, which knows its segment. A segment finds its farthest
 * point by an atomic maximum of 64 bits: the distance, which is a multiple of 2^-20, and the complement of the point.
 * A warp with one segment finds its maximum first. Points that remain are appended to a list with one atomic addition for
 * each warp; their order does not matter. */
extern "C" {
#include "quickhull.h"
}
#include "../common/warp.cuh"

#include <utility>

const struct bench_version bench_version = {"tuned", false, true};

typedef unsigned long long
    key; /* in the high half what is maximized, in the low half the complement of a point */

struct segment {
  int from, to;
};

struct points {
  int *point, *segment, *count;
};

__device__ __forceinline__ int point_of(key best) { return (int)~(unsigned)best; }

__device__ __forceinline__ REAL distance(const REAL *x, const REAL *y, int a, int b, int c) {
  return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
}

__device__ __forceinline__ key distance_key(REAL distance, int point) {
  return (key)(unsigned)(distance * (QUICKHULL_GRID * QUICKHULL_GRID)) << 32 | (unsigned)~point;
}

__device__ __forceinline__ key greatest_in_warp(key own) {
#pragma unroll
  for (int step = WARP / 2; step > 0; step /= 2) {
    const key other = __shfl_xor_sync(ALL_LANES, own, step);
    own = other > own ? other : own;
  }
  return own;
}

/* Sets EXTREME[0] and [1] to the keys of the left and right end of the hull: their coordinates, and the complements of the
 * points. The first one is the least, so its coordinates are subtracted from the greatest ones. */
__global__ void __launch_bounds__(BLOCK) find_ends(int n, const REAL *x, const REAL *y, key *extreme) {
  key left = 0, right = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    const unsigned column = (unsigned)(x[i] * QUICKHULL_GRID), row = (unsigned)(y[i] * QUICKHULL_GRID);
    const unsigned place = column * (2 * QUICKHULL_GRID) + row,
                   most = QUICKHULL_GRID * (2 * QUICKHULL_GRID + 1);
    const key a = (key)(most - place) << 32 | (unsigned)~i, b = (key)place << 32 | (unsigned)~i;
    left = a > left ? a : left;
    right = b > right ? b : right;
  }
  left = greatest_in_warp(left);
  right = greatest_in_warp(right);
  if (lane_of_thread() == 0) {
    atomicMax(&extreme[0], left);
    atomicMax(&extreme[1], right);
  }
}

/* Appends POINT, if SEGMENT is not negative, and updates the farthest point of the segment. All lanes call this. */
__device__ __forceinline__ void append(int point, int own_segment, REAL own_distance, const points &list,
                                       key *best) {
  const unsigned kept = __ballot_sync(ALL_LANES, own_segment >= 0);
  if (!kept)
    return;
  const int lane = lane_of_thread(), leader = __ffs((int)kept) - 1;
  int place = 0;
  if (lane == leader)
    place = atomicAdd(list.count, __popc(kept));
  place = __shfl_sync(ALL_LANES, place, leader) + __popc(kept & ((1u << lane) - 1));
  if (own_segment >= 0) {
    list.point[place] = point;
    list.segment[place] = own_segment;
  }
  const key own = own_segment >= 0 ? distance_key(own_distance, point) : 0;
  const int shared_segment = __shfl_sync(ALL_LANES, own_segment, leader);
  if (__all_sync(ALL_LANES, own_segment < 0 || own_segment == shared_segment)) {
    const key greatest = greatest_in_warp(own);
    if (lane == leader && greatest > *(volatile key *)&best[shared_segment])
      atomicMax(&best[shared_segment], greatest);
  } else if (own_segment >= 0 && own > *(volatile key *)&best[own_segment]) {
    atomicMax(&best[own_segment], own);
  }
}

/* The first two segments and their points. */
__global__ void __launch_bounds__(BLOCK) start(int n, const REAL *x, const REAL *y, const key *extreme,
                                               int *on_hull, segment *segments, points list, key *best) {
  const int i = blockIdx.x * BLOCK + threadIdx.x, left = point_of(extreme[0]), right = point_of(extreme[1]);
  const REAL d = i < n ? distance(x, y, left, right, i) : 0;
  if (i < n)
    on_hull[i] = i == left || i == right;
  if (i == 0) {
    segments[0] = {left, right};
    segments[1] = {right, left};
  }
  append(i, d > 0 ? 0 : d < 0 ? 1 : -1, d < 0 ? -d : d, list, best);
}

/* Replaces each segment that has points by two. CHILD: the first of them. COUNT is twice the number of such segments. */
__global__ void divide(int count, const segment *segments, const key *best, int *on_hull, int *child,
                       segment *next, key *next_best, int *next_count) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= count || best[s] == 0)
    return;
  const int farthest = point_of(best[s]), place = atomicAdd(next_count, 2);
  on_hull[farthest] = 1;
  child[s] = place;
  next[place] = {segments[s].from, farthest};
  next[place + 1] = {farthest, segments[s].to};
  next_best[place] = next_best[place + 1] = 0;
}

/* Moves each point to one of the two new segments, or drops it. */
__global__ void __launch_bounds__(BLOCK)
    filter(int count, const REAL *x, const REAL *y, points list, const int *child, const segment *next,
           points next_list, key *next_best) {
  const int k = blockIdx.x * BLOCK + threadIdx.x;
  int point = 0, own = -1;
  REAL d = 0;
  if (k < count) {
    point = list.point[k];
    own = child[list.segment[k]];
    d = distance(x, y, next[own].from, next[own].to, point);
    if (d <= 0) {
      own++;
      d = distance(x, y, next[own].from, next[own].to, point);
    }
    if (d <= 0)
      own = -1;
  }
  append(point, own, d, next_list, next_best);
}

void kernel_quickhull(int n, const REAL *x, const REAL *y, int *on_hull, struct hull_segments now,
                      struct hull_segments next, int *farthest, int *count, int *side) {
  (void)now, (void)next, (void)farthest, (void)count, (void)side; /* the temporaries are on the device only */
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n);
  int *device_on_hull = device_array<int>(n), *counts = device_array<int>(2),
      *child = device_array<int>(2 * (size_t)n + 2);
  key *extreme = device_array<key>(2), *best = device_array<key>(2 * (size_t)n + 2);
  key *next_best = device_array<key>(2 * (size_t)n + 2);
  segment *segments = device_array<segment>(2 * (size_t)n + 2),
          *next_segments = device_array<segment>(2 * (size_t)n + 2);
  points list = {device_array<int>(n), device_array<int>(n), counts};
  points next_list = {device_array<int>(n), device_array<int>(n), counts};
  int remaining[2] = {0, 2}; /* points, segments */
  CHECK(cudaMemset(extreme, 0, 2 * sizeof(key)));
  CHECK(cudaMemset(best, 0, 2 * sizeof(key)));
  CHECK(cudaMemset(counts, 0, 2 * sizeof(int)));
  find_ends<<<blocks_of_device(n / 4 + 1, BLOCK), BLOCK>>>(n, device_x, device_y, extreme);
  start<<<blocks_for(n, BLOCK), BLOCK>>>(n, device_x, device_y, extreme, device_on_hull, segments, list,
                                         best);
  copy_to_host(remaining, counts, 1);
  while (remaining[0] > 0) {
    CHECK(cudaMemset(counts, 0, 2 * sizeof(int)));
    divide<<<blocks_for(remaining[1], BLOCK), BLOCK>>>(remaining[1], segments, best, device_on_hull, child,
                                                       next_segments, next_best, counts + 1);
    filter<<<blocks_for(remaining[0], BLOCK), BLOCK>>>(remaining[0], device_x, device_y, list, child,
                                                       next_segments, next_list, next_best);
    copy_to_host(remaining, counts, 2);
    std::swap(list, next_list);
    std::swap(segments, next_segments);
    std::swap(best, next_best);
  }
  copy_to_host(on_hull, device_on_hull, n);
  void *arrays[] = {device_x,   device_y,     device_on_hull,  counts,           child,
                    extreme,    best,         next_best,       segments,         next_segments,
                    list.point, list.segment, next_list.point, next_list.segment};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
