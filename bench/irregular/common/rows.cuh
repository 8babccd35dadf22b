/* rows.cuh: two ways to share the elements of sparse rows among threads, for the tuned programs of bench/irregular.
 *
 * Lanes: WIDTH neighboring lanes add a row. Their loads are coalesced, and rows of similar lengths balance.
 * Shares: a block adds SHARE consecutive elements, with parts of rows at both ends. The lengths of the rows do not matter.
 */
#ifndef IRREGULAR_ROWS_CUH
#define IRREGULAR_ROWS_CUH

#include "warp.cuh"

/* How a program adds the rows of a matrix: the lanes for a row, or 0 for shares. */
struct row_mapping {
  int lanes;
};

/* Chooses by the lengths of the rows. OFFSET is on the host. A library makes this choice once for a matrix. */
static inline row_mapping map_rows(int rows, const int *offset) {
  int longest = 0, filled = 0;
  for (int i = 0; i < rows; i++) {
    int length = offset[i + 1] - offset[i];
    longest = length > longest ? length : longest;
    filled += length > 0;
  }
  int mean = filled ? (offset[rows] - offset[0]) / filled : 0, lanes = 2;
  if (longest > 256 && longest > 8 * mean)
    return {0};
  while (lanes < WARP && 2 * lanes <= mean)
    lanes *= 2;
  return {lanes};
}

/* Calls launch.run<WIDTH>() with the WIDTH of MAPPING, which is not 0. */
template <typename Launch> static void launch_with_lanes(row_mapping mapping, Launch launch) {
  switch (mapping.lanes) {
  case 2:
    launch.template run<2>();
    break;
  case 4:
    launch.template run<4>();
    break;
  case 8:
    launch.template run<8>();
    break;
  case 16:
    launch.template run<16>();
    break;
  default:
    launch.template run<32>();
    break;
  }
}

/* ---- Shares ------------------------------------------------------------------------------------- */

enum {
  SHARE_THREADS = 128,
  SHARE_ELEMENTS = 8, /* of a thread */
  SHARE = SHARE_THREADS * SHARE_ELEMENTS,
  SHARE_PLACES = SHARE + SHARE / SHARE_ELEMENTS
};

static inline unsigned share_blocks(int elements) { return blocks_for(elements, SHARE); }

/* Where element E of a share is in shared memory: the elements of neighboring threads are in different banks. */
__device__ __forceinline__ int share_place(int e) { return e + e / SHARE_ELEMENTS; }

/* The row of element P: the last one of FIRST to LAST that begins at or before it. */
__device__ __forceinline__ int row_of_element(const int *offset, int p, int first, int last) {
  while (first < last) {
    int middle = first + (last - first + 1) / 2;
    if (offset[middle] <= p)
      first = middle;
    else
      last = middle - 1;
  }
  return first;
}

/* The elements of a thread, and the row of its first one: the number of rows if it has no elements. */
struct share_rows {
  int begin, end, first;
};

/* All threads of the block call this. */
__device__ __forceinline__ share_rows find_share_rows(int rows, int elements, const int *offset) {
  __shared__ int edge[2];
  const int lo = blockIdx.x * SHARE, hi = lo + SHARE < elements ? lo + SHARE : elements;
  if (threadIdx.x < 2)
    edge[threadIdx.x] = row_of_element(offset, threadIdx.x ? hi - 1 : lo, 0, rows - 1);
  __syncthreads();
  share_rows own;
  own.begin = lo + (int)threadIdx.x * SHARE_ELEMENTS;
  own.end = own.begin + SHARE_ELEMENTS < hi ? own.begin + SHARE_ELEMENTS : hi;
  own.first = own.begin < hi ? row_of_element(offset, own.begin, edge[0], edge[1]) : rows;
  return own;
}

/* Sets OWNER[share_place(p - lo)] to the row of each own element p. A barrier must follow. */
__device__ __forceinline__ void write_owners(const int *offset, const share_rows &own, int *owner) {
  const int lo = blockIdx.x * SHARE;
  int row = own.first, end = own.begin < own.end ? offset[row + 1] : 0;
  for (int p = own.begin; p < own.end; p++) {
    while (p >= end)
      end = offset[++row + 1];
    owner[share_place(p - lo)] = row;
  }
}

/* Calls each(row, p) for all elements p, in blocks of SHARE_THREADS threads with equal shares. */
template <typename Each>
__device__ __forceinline__ void for_each_element(int rows, int elements, const int *offset, Each each) {
  __shared__ int owner[SHARE_PLACES];
  const int lo = blockIdx.x * SHARE, hi = lo + SHARE < elements ? lo + SHARE : elements;
  write_owners(offset, find_share_rows(rows, elements, offset), owner);
  __syncthreads();
  for (int p = lo + threadIdx.x; p < hi; p += SHARE_THREADS)
    each(owner[share_place(p - lo)], p);
}

/* COUNT sums for each row. product(row, p, value), where ROW is valid only if WITH_ROWS, sets the COUNT values of element p. emit(row, sum, whole) stores the sums of a
 * row if WHOLE, else adds them atomically, because other blocks add to this row. Rows without elements are not emitted. */
template <int COUNT, bool WITH_ROWS = false, typename Product, typename Emit>
__device__ __forceinline__ void add_share(int rows, int elements, const int *offset, Product product,
                                          Emit emit) {
  __shared__ REAL values[COUNT][SHARE_PLACES];
  __shared__ REAL carried[COUNT][SHARE_THREADS];
  __shared__ int firsts[SHARE_THREADS + 1], lasts[SHARE_THREADS], owner[WITH_ROWS ? SHARE_PLACES : 1];
  const int t = threadIdx.x, lo = blockIdx.x * SHARE, hi = lo + SHARE < elements ? lo + SHARE : elements;
  const share_rows own = find_share_rows(rows, elements, offset);
  if (WITH_ROWS) {
    write_owners(offset, own, owner);
    __syncthreads();
  }
#pragma unroll
  for (int e = 0; e < SHARE_ELEMENTS; e++) {
    int p = lo + t + e * SHARE_THREADS;
    REAL value[COUNT];
    if (p < hi) {
      product(WITH_ROWS ? owner[share_place(p - lo)] : 0, p, value);
#pragma unroll
      for (int c = 0; c < COUNT; c++)
        values[c][share_place(p - lo)] = value[c];
    }
  }
  __syncthreads();

  /* Adds the own elements. The sum of the first row waits for the threads before, which may have parts of it. */
  const auto whole = [&](int row) { return offset[row] >= lo && offset[row + 1] <= hi; };
  int row = own.first;
  REAL head[COUNT], sum[COUNT];
  bool ended = false; /* the first row ends here */
#pragma unroll
  for (int c = 0; c < COUNT; c++)
    head[c] = sum[c] = 0;
  if (own.begin < own.end) {
    int end = offset[row + 1];
    for (int p = own.begin; p < own.end; p++) {
      if (p == end) {
        if (!ended) {
#pragma unroll
          for (int c = 0; c < COUNT; c++)
            head[c] = sum[c];
          ended = true;
        } else {
          emit(row, sum, whole(row));
        }
        while (p == end)
          end = offset[++row + 1];
#pragma unroll
        for (int c = 0; c < COUNT; c++)
          sum[c] = 0;
      }
#pragma unroll
      for (int c = 0; c < COUNT; c++)
        sum[c] += values[c][share_place(p - lo)];
    }
  }
  firsts[t] = own.first;
  lasts[t] = row;
  if (t == 0)
    firsts[SHARE_THREADS] = rows;
  __syncthreads();

  /* A segmented scan over the threads: sum becomes the part of the last row in this thread and those before. */
  bool open =
      t > 0 && !ended && lasts[t - 1] == own.first; /* the threads before have a part of the last row */
  const bool continued = t > 0 && lasts[t - 1] == own.first;
  const int lane = lane_of_thread();
#pragma unroll
  for (int distance = 1; distance < WARP; distance *= 2) {
    REAL other[COUNT];
#pragma unroll
    for (int c = 0; c < COUNT; c++)
      other[c] = __shfl_up_sync(ALL_LANES, sum[c], distance);
    const int other_open = __shfl_up_sync(ALL_LANES, (int)open, distance);
    if (lane >= distance && open) {
#pragma unroll
      for (int c = 0; c < COUNT; c++)
        sum[c] += other[c];
      open = other_open;
    }
  }
  /* OPEN now says that the part reaches into the warps before. Their last lanes are added, one warp after another. */
#pragma unroll
  for (int warp = 0; warp < SHARE_THREADS / WARP; warp++) {
    if (warp_of_thread() == warp) {
#pragma unroll
      for (int c = 0; c < COUNT; c++) {
        if (open && warp > 0)
          sum[c] += carried[c][warp * WARP - 1];
        carried[c][t] = sum[c];
      }
    }
    __syncthreads();
  }
  if (ended) {
#pragma unroll
    for (int c = 0; c < COUNT; c++)
      head[c] += continued ? carried[c][t - 1] : 0;
    emit(own.first, head, whole(own.first));
  }
  if (own.begin < own.end && firsts[t + 1] != row)
    emit(row, sum, whole(row));
}

#endif
