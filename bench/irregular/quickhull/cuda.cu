/* cuda.cu: quickhull in CUDA: a block for each segment. Its threads search and move the points of the segment together; one
 * thread numbers the new segments. */
extern "C" {
#include "quickhull.h"
}
#include "device_array.h"

#include <utility>

const struct bench_version bench_version = {"cuda", false, true};

__device__ REAL distance(const REAL *x, const REAL *y, int a, int b, int c) {
  return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
}

/* The sum of the threads of a block up to this one. TOTAL: of all threads. */
__device__ int scan_block(int value, int &total) {
  __shared__ int sums[BLOCK];
  int t = threadIdx.x;
  __syncthreads(); /* a previous call may still read the sums */
  sums[t] = value;
  for (int step = 1; step < BLOCK; step *= 2) {
    __syncthreads();
    int other = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += other;
  }
  __syncthreads();
  total = sums[BLOCK - 1];
  return sums[t];
}

/* One block: the ends of the hull. */
__global__ void find_ends(int n, const REAL *x, const REAL *y, int *ends) {
  __shared__ int lefts[BLOCK], rights[BLOCK];
  const auto is_left = [=](int a, int b) {
    return x[a] < x[b] || (x[a] == x[b] && (y[a] < y[b] || (y[a] == y[b] && a < b)));
  };
  const auto is_right = [=](int a, int b) {
    return x[a] > x[b] || (x[a] == x[b] && (y[a] > y[b] || (y[a] == y[b] && a < b)));
  };
  int t = threadIdx.x, left = 0, right = 0;
  for (int i = t; i < n; i += BLOCK) {
    left = is_left(i, left) ? i : left;
    right = is_right(i, right) ? i : right;
  }
  lefts[t] = left;
  rights[t] = right;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) {
      lefts[t] = is_left(lefts[t + width], lefts[t]) ? lefts[t + width] : lefts[t];
      rights[t] = is_right(rights[t + width], rights[t]) ? rights[t + width] : rights[t];
    }
  }
  if (t == 0) {
    ends[0] = lefts[0];
    ends[1] = rights[0];
  }
}

/* One block: the first two segments and their points. */
__global__ void start(int n, const REAL *x, const REAL *y, const int *ends, int *on_hull, hull_segments now,
                      int *segments) {
  int kept = 0, created = 0;
  for (int i = threadIdx.x; i < n; i += BLOCK)
    on_hull[i] = i == ends[0] || i == ends[1];
  for (int s = 0; s < 2; s++) {
    int a = ends[s], b = ends[1 - s], begin = kept;
    for (int base = 0; base < n; base += BLOCK) {
      int i = base + threadIdx.x, total;
      bool outside = i < n && distance(x, y, a, b, i) > 0;
      int place = kept + scan_block(outside, total) - 1;
      if (outside)
        now.member[place] = i;
      kept += total;
    }
    if (kept > begin) {
      if (threadIdx.x == 0) {
        now.from[created] = a;
        now.to[created] = b;
        now.first[created] = begin;
      }
      created++;
    }
  }
  if (threadIdx.x == 0) {
    now.first[created] = kept;
    *segments = created;
  }
}

/* A block per segment: its farthest point, and then the new segment of each point. */
__global__ void divide(const REAL *x, const REAL *y, hull_segments now, int *on_hull, int *farthest,
                       int *count, int *side) {
  __shared__ REAL distances[BLOCK];
  __shared__ int places[BLOCK];
  int s = blockIdx.x, t = threadIdx.x, from = now.from[s], to = now.to[s], begin = now.first[s],
      end = now.first[s + 1];
  REAL best = 0;
  int place = -1;
  for (int k = begin + t; k < end; k += BLOCK) {
    REAL d = distance(x, y, from, to, now.member[k]);
    if (d > best) {
      best = d;
      place = now.member[k];
    }
  }
  distances[t] = best;
  places[t] = place;
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width &&
        (distances[t + width] > distances[t] ||
         (distances[t + width] == distances[t] && (unsigned)places[t + width] < (unsigned)places[t]))) {
      distances[t] = distances[t + width];
      places[t] = places[t + width];
    }
  }
  __syncthreads();
  int middle = places[0], before = 0, after = 0;
  for (int k = begin + t; k < end; k += BLOCK) {
    int p = now.member[k];
    side[k] = distance(x, y, from, middle, p) > 0 ? 1 : distance(x, y, middle, to, p) > 0 ? 2 : 0;
    before += side[k] == 1;
    after += side[k] == 2;
  }
  scan_block(before, before);
  scan_block(after, after);
  if (t == 0) {
    farthest[s] = middle;
    on_hull[middle] = 1;
    count[2 * s] = before;
    count[2 * s + 1] = after;
  }
}

/* One thread. */
__global__ void create_segments(int segments, hull_segments now, hull_segments next, const int *farthest,
                                int *count, int *new_segments) {
  int total = 0, created = 0;
  for (int s = 0; s < 2 * segments; s++) {
    int points = count[s];
    count[s] = total;
    if (points > 0) {
      next.from[created] = s % 2 == 0 ? now.from[s / 2] : farthest[s / 2];
      next.to[created] = s % 2 == 0 ? farthest[s / 2] : now.to[s / 2];
      next.first[created] = total;
      created++;
      total += points;
    }
  }
  next.first[created] = total;
  *new_segments = created;
}

/* A block per segment: its points keep their order. */
__global__ void move(hull_segments now, hull_segments next, const int *count, const int *side) {
  int s = blockIdx.x, before = count[2 * s], after = count[2 * s + 1], end = now.first[s + 1];
  for (int base = now.first[s]; base < end; base += BLOCK) {
    int k = base + threadIdx.x, own = k < end ? side[k] : 0, total_before, total_after;
    int place_before = before + scan_block(own == 1, total_before) - 1;
    int place_after = after + scan_block(own == 2, total_after) - 1;
    if (own)
      next.member[own == 1 ? place_before : place_after] = now.member[k];
    before += total_before;
    after += total_after;
  }
}

static hull_segments new_segments(size_t n) {
  return {device_array<int>(n), device_array<int>(n + 2), device_array<int>(n + 1), device_array<int>(n + 1)};
}

void kernel_quickhull(int n, const REAL *x, const REAL *y, int *on_hull, struct hull_segments now,
                      struct hull_segments next, int *farthest, int *count, int *side) {
  (void)farthest, (void)count, (void)side; /* the temporaries are on the device only */
  REAL *device_x = device_copy(x, n), *device_y = device_copy(y, n);
  int *device_on_hull = device_array<int>(n), *device_farthest = device_array<int>((size_t)n + 1);
  int *device_count = device_array<int>(2 * ((size_t)n + 1)), *device_side = device_array<int>(n);
  int *device_segments = device_array<int>(1), segments;
  now = new_segments(n);
  next = new_segments(n);
  int *ends = device_array<int>(2);
  find_ends<<<1, BLOCK>>>(n, device_x, device_y, ends);
  start<<<1, BLOCK>>>(n, device_x, device_y, ends, device_on_hull, now, device_segments);
  copy_to_host(&segments, device_segments, 1);
  while (segments > 0) {
    divide<<<segments, BLOCK>>>(device_x, device_y, now, device_on_hull, device_farthest, device_count,
                                device_side);
    create_segments<<<1, 1>>>(segments, now, next, device_farthest, device_count, device_segments);
    move<<<segments, BLOCK>>>(now, next, device_count, device_side);
    copy_to_host(&segments, device_segments, 1);
    std::swap(now, next);
  }
  copy_to_host(on_hull, device_on_hull, n);
  void *arrays[] = {device_x,     device_y,    device_on_hull,  device_farthest,
                    device_count, device_side, device_segments, now.member,
                    now.first,    now.from,    now.to,          next.member,
                    next.first,   next.from,   next.to,         ends};
  for (void *array : arrays)
    CHECK(cudaFree(array));
}
