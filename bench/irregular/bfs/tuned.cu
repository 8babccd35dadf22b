/* tuned.cu: bfs in CUDA, tuned: a queue of the vertices of a level, cut into pieces with as many edges for each block. Some
 * lanes share a piece. A vertex is found once, by compare-and-swap. A block gathers what it finds in shared memory and
 * appends all pieces with one atomic addition. */
extern "C" {
#include "bfs.h"
}
#include "../common/rows.cuh"

#include <utility>

const struct bench_version bench_version = {"tuned", false, true};

enum {
  PER_LANE = 4,            /* edges of a piece */
  MOST = BLOCK * PER_LANE, /* edges of a block, and so vertices that it finds */
  FEW = 8                  /* pieces that a thread stores alone */
};

struct piece {
  int begin, end; /* edges */
};

struct piece_queue {
  piece *pieces;
  int *count;
};

__global__ void start(int n, int source, int *level) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    level[v] = v == source ? 0 : -1;
}

/* Appends the pieces of FOUND[0] to FOUND[COUNT - 1] to the queue. All threads of the block call this. */
template <int WIDTH>
__device__ void append(const int *found, int count, const int *offset, piece_queue queue) {
  enum { PIECE = WIDTH * PER_LANE };
  __shared__ int warp_sums[BLOCK / WARP], place_of_block, long_begin[BLOCK], long_end[BLOCK],
      long_place[BLOCK], longs;
  for (int base = 0; base < count; base += BLOCK) {
    const int index = base + threadIdx.x, warp = warp_of_thread();
    const int v = index < count ? found[index] : -1;
    const int begin = v < 0 ? 0 : offset[v], end = v < 0 ? 0 : offset[v + 1];
    const int pieces = (end - begin + PIECE - 1) / PIECE, inclusive = scan_lanes(pieces);
    if (lane_of_thread() == WARP - 1)
      warp_sums[warp] = inclusive;
    if (threadIdx.x == 0)
      longs = 0;
    __syncthreads();
    int before = 0, total = 0;
#pragma unroll
    for (int w = 0; w < BLOCK / WARP; w++) {
      before += w < warp ? warp_sums[w] : 0;
      total += warp_sums[w];
    }
    if (threadIdx.x == 0)
      place_of_block = total ? atomicAdd(queue.count, total) : 0;
    __syncthreads();
    const int place = place_of_block + before + inclusive - pieces;
    if (pieces <= FEW) {
      for (int i = 0; i < pieces; i++)
        queue.pieces[place + i] = {begin + i * PIECE,
                                   begin + (i + 1) * PIECE < end ? begin + (i + 1) * PIECE : end};
    } else {
      const int own = atomicAdd(&longs, 1);
      long_begin[own] = begin;
      long_end[own] = end;
      long_place[own] = place;
    }
    __syncthreads();
    for (int l = 0; l < longs; l++)
      for (int i = threadIdx.x, edge; (edge = long_begin[l] + i * PIECE) < long_end[l]; i += BLOCK)
        queue.pieces[long_place[l] + i] = {edge, edge + PIECE < long_end[l] ? edge + PIECE : long_end[l]};
    __syncthreads();
  }
}

template <int WIDTH>
__global__ void __launch_bounds__(BLOCK) first_pieces(int source, const int *offset, piece_queue queue) {
  append<WIDTH>(&source, 1, offset, queue);
}

template <int WIDTH>
__global__ void __launch_bounds__(BLOCK) advance(int pieces, int depth, const piece *queue, const int *offset,
                                                 const int *neighbor, int *level, piece_queue next_queue) {
  __shared__ int found[MOST], count;
  const int index = (blockIdx.x * BLOCK + threadIdx.x) / WIDTH;
  const piece own = index < pieces ? queue[index] : piece{0, 0};
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
#pragma unroll
  for (int e = 0; e < PER_LANE; e++) {
    const int edge = own.begin + e * WIDTH + threadIdx.x % WIDTH;
    const int next = edge < own.end ? neighbor[edge] : -1;
    const bool is_new = next >= 0 && level[next] < 0 && atomicCAS(&level[next], -1, depth + 1) < 0;
    const unsigned lanes = __ballot_sync(ALL_LANES, is_new);
    int place = 0;
    if (lanes && lane_of_thread() == 0)
      place = atomicAdd(&count, __popc(lanes));
    place = __shfl_sync(ALL_LANES, place, 0) + __popc(lanes & ((1u << lane_of_thread()) - 1));
    if (is_new)
      found[place] = next;
  }
  __syncthreads();
  append<WIDTH>(found, count, offset, next_queue);
}

struct launch {
  int n, source;
  const int *offset, *neighbor;
  int *level, *count;
  size_t elements;
  template <int WIDTH> void run() {
    size_t most = (size_t)n + elements / (WIDTH * PER_LANE) + 1;
    piece_queue now = {device_array<piece>(most), count}, next = {device_array<piece>(most), count};
    int pieces;
    CHECK(cudaMemset(count, 0, sizeof(int)));
    first_pieces<WIDTH><<<1, BLOCK>>>(source, offset, now);
    copy_to_host(&pieces, count, 1);
    for (int depth = 0; pieces > 0; depth++) {
      CHECK(cudaMemset(count, 0, sizeof(int)));
      advance<WIDTH><<<blocks_for(pieces, BLOCK / WIDTH), BLOCK>>>(pieces, depth, now.pieces, offset,
                                                                   neighbor, level, next);
      copy_to_host(&pieces, count, 1);
      std::swap(now, next);
    }
    CHECK(cudaFree(now.pieces));
    CHECK(cudaFree(next.pieces));
  }
};

void kernel_bfs(int n, int source, const int *offset, const int *neighbor, int *level) {
  int elements = offset[n], filled = 0, lanes = 2;
  for (int v = 0; v < n; v++)
    filled += offset[v + 1] > offset[v];
  while (lanes < WARP && lanes * PER_LANE * (long)filled < elements)
    lanes *= 2;
  int *device_offset = device_copy(offset, (size_t)n + 1);
  int *device_neighbor = device_copy(neighbor, (size_t)elements + 1);
  int *device_level = device_array<int>(n), *count = device_array<int>(1);
  start<<<blocks_for(n, BLOCK), BLOCK>>>(n, source, device_level);
  launch_with_lanes({lanes},
                    launch{n, source, device_offset, device_neighbor, device_level, count, (size_t)elements});
  copy_to_host(level, device_level, n);
  int *arrays[] = {device_offset, device_neighbor, device_level, count};
  for (int *array : arrays)
    CHECK(cudaFree(array));
}
