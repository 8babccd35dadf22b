/* FILE: bench/cuda/tile.cuh
 * WHAT: matrix products in tiles, for the tuned CUDA versions.
 *
 * A block computes a tile of the result. In each step it stages STEPS columns of the left operand and STEPS rows of the right
 * operand in shared memory. There are two buffers: the loads of the next step start before the additions of a step, and the
 * other buffer receives the values after them. A thread keeps its elements of the result in registers. Each element is one
 * sum in ascending order of k, so its bits are those of a plain loop.
 */
#ifndef BENCH_TILE_CUH
#define BENCH_TILE_CUH

#include "device_array.h"

/* result(i, j) = first + sum of left(i, k) * right(k, j) over k. Strides are the distances of rows in memory. */
struct tile_product {
  int rows, columns, depth; /* of the result, and the number of products of each sum; all positive */
  const REAL *left;
  int left_stride;
  const REAL *right;
  int right_stride;
  REAL *result;
  int result_stride;
  REAL alpha, beta;
};

enum {
  TILE_LEFT_TRANSPOSED = 1,  /* left(i, k) is in row k and column i of its array */
  TILE_RIGHT_TRANSPOSED = 2, /* right(k, j) is in row j and column k of its array */
  TILE_SCALES_LEFT = 4,      /* alpha * left(i, k) replaces left(i, k) */
  TILE_ADDS = 8,             /* first = beta * result(i, j), not 0 */
  TILE_SYMMETRIC = 16        /* only i <= j is computed, and stored at (j, i) as well */
};

/* The size of a tile, the elements of a thread, and the number of k in a step. */
template <int ROWS, int COLUMNS, int THREAD_ROWS, int THREAD_COLUMNS, int STEPS> struct tile_shape {
  enum {
    rows = ROWS,
    columns = COLUMNS,
    thread_rows = THREAD_ROWS,
    thread_columns = THREAD_COLUMNS,
    steps = STEPS,
    threads_x = COLUMNS / THREAD_COLUMNS,
    threads = ROWS / THREAD_ROWS * threads_x
  };
};

/* N values in registers, which one instruction loads or stores for each 16 bytes. */
template <int N> struct alignas(N * sizeof(REAL) < 16 ? N * sizeof(REAL) : 16) tile_values {
  REAL value[N];
};
template <int N> __device__ tile_values<N> load_values(const REAL *from) {
  return *(const tile_values<N> *)from;
}
template <int N> __device__ void store_values(REAL *to, const tile_values<N> &values) {
  *(tile_values<N> *)to = values;
}

/* What a thread loads and stages of an operand. x is i of the left operand and j of the right one. The lanes of a warp are
 * along the dimension that is contiguous in memory. If that is k, they store to different rows of shared memory, and the padding
 * lets only STEPS / 8 of them meet in a bank. */
template <int WIDTH, int STEPS, int THREADS, bool ALONG_K> struct tile_part {
  enum {
    count = WIDTH * STEPS / THREADS,
    padded = WIDTH + 16 / sizeof(REAL), /* vectors stay aligned */
    /* From one element of a thread to the next. */
    next_x = ALONG_K ? THREADS / STEPS : 0,
    next_step = ALONG_K ? 0 : THREADS / WIDTH
  };
  static_assert(THREADS % STEPS == 0 && THREADS % WIDTH == 0 && count * THREADS == WIDTH * STEPS);
  int x, step;
  const REAL *next[count];
  REAL held[count];

  /* The tile begins at BEGIN of END. An x outside of the matrix is replaced by the last one. */
  __device__ tile_part(const REAL *array, int stride, int begin, int end)
      : x(ALONG_K ? threadIdx.x / STEPS : threadIdx.x % WIDTH),
        step(ALONG_K ? threadIdx.x % STEPS : threadIdx.x / WIDTH) {
#pragma unroll
    for (int e = 0; e < count; e++) {
      int at = begin + x + e * next_x, k = step + e * next_step;
      at = at < end ? at : end - 1;
      next[e] = array + (ALONG_K ? (size_t)at * stride + k : (size_t)k * stride + at);
    }
  }
  /* Loads the next step, all of which exists. */
  __device__ void load(int stride) {
#pragma unroll
    for (int e = 0; e < count; e++) {
      held[e] = *next[e];
      next[e] += ALONG_K ? STEPS : (size_t)STEPS * stride;
    }
  }
  /* Loads the next step, of which LEFT k exist. */
  __device__ void load(int stride, int left) {
    if (left >= STEPS) {
      load(stride);
      return;
    }
#pragma unroll
    for (int e = 0; e < count; e++)
      if (step + e * next_step < left)
        held[e] = *next[e];
  }
  template <bool SCALED> __device__ void stage(REAL (*shared)[padded], REAL alpha) const {
#pragma unroll
    for (int e = 0; e < count; e++)
      shared[step + e * next_step][x + e * next_x] = SCALED ? alpha * held[e] : held[e];
  }
};

template <typename Shape, int FLAGS>
__global__ void __launch_bounds__(Shape::threads) multiply_tiles(const tile_product p) {
  enum { ROWS = Shape::thread_rows, COLUMNS = Shape::thread_columns, STEPS = Shape::steps };
  typedef tile_part<Shape::rows, STEPS, Shape::threads, !(FLAGS & TILE_LEFT_TRANSPOSED)> left_part;
  typedef tile_part<Shape::columns, STEPS, Shape::threads, (FLAGS & TILE_RIGHT_TRANSPOSED) != 0> right_part;
  alignas(16) __shared__ REAL left_shared[2][STEPS][left_part::padded];
  alignas(16) __shared__ REAL right_shared[2][STEPS][right_part::padded];

  const int tile_i = blockIdx.y * Shape::rows, tile_j = blockIdx.x * Shape::columns;
  if ((FLAGS & TILE_SYMMETRIC) && tile_i >= tile_j + Shape::columns)
    return;
  /* This thread's elements, in its tile and in the result. */
  const int own_i = threadIdx.x / Shape::threads_x * ROWS, own_j = threadIdx.x % Shape::threads_x * COLUMNS;
  const int i = tile_i + own_i, j = tile_j + own_j;
  const int rows = p.rows - i, columns = p.columns - j; /* those that exist */
  REAL *result = p.result + ((size_t)i * p.result_stride + j);
  const bool vectors = p.result_stride % COLUMNS == 0 && (size_t)p.result % sizeof(tile_values<COLUMNS>) == 0;

  left_part left(p.left, p.left_stride, tile_i, p.rows);
  right_part right(p.right, p.right_stride, tile_j, p.columns);
  const auto stage = [&](int buffer) {
    left.template stage<(FLAGS & TILE_SCALES_LEFT) != 0>(left_shared[buffer], p.alpha);
    right.template stage<false>(right_shared[buffer], 1);
    __syncthreads();
  };
  left.load(p.left_stride, p.depth);
  right.load(p.right_stride, p.depth);

  tile_values<COLUMNS> sum[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    sum[r] = tile_values<COLUMNS>();
    if ((FLAGS & TILE_ADDS) && r < rows) {
      if (vectors && COLUMNS <= columns)
        sum[r] = load_values<COLUMNS>(result + (size_t)r * p.result_stride);
      else
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
          if (c < columns)
            sum[r].value[c] = result[(size_t)r * p.result_stride + c];
#pragma unroll
      for (int c = 0; c < COLUMNS; c++)
        sum[r].value[c] *= p.beta;
    }
  }
  const auto add = [&](int buffer, int step) {
    const auto x = load_values<ROWS>(&left_shared[buffer][step][own_i]);
    const auto y = load_values<COLUMNS>(&right_shared[buffer][step][own_j]);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
      for (int c = 0; c < COLUMNS; c++)
        sum[r].value[c] += x.value[r] * y.value[c];
  };

  const auto add_step = [&](int buffer) {
#pragma unroll
    for (int step = 0; step < STEPS; step++)
      add(buffer, step);
  };

  int k = 0, buffer = 0;
  stage(0);
  for (; k + 2 * STEPS <= p.depth; k += STEPS) {
    left.load(p.left_stride);
    right.load(p.right_stride);
    add_step(buffer);
    stage(buffer ^= 1);
  }
  if (k + STEPS < p.depth) {
    left.load(p.left_stride, p.depth - k - STEPS);
    right.load(p.right_stride, p.depth - k - STEPS);
    add_step(buffer);
    stage(buffer ^= 1);
    k += STEPS;
  }
  if (k + STEPS == p.depth)
    add_step(buffer);
  else
    for (int step = 0; k + step < p.depth; step++)
      add(buffer, step);

#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    if (r >= rows)
      break;
    if (vectors && COLUMNS <= columns && !((FLAGS & TILE_SYMMETRIC) && i + r > j))
      store_values(result + (size_t)r * p.result_stride, sum[r]);
    else
#pragma unroll
      for (int c = 0; c < COLUMNS; c++)
        if (c < columns && !((FLAGS & TILE_SYMMETRIC) && i + r > j + c))
          result[(size_t)r * p.result_stride + c] = sum[r].value[c];
  }
  if (!(FLAGS & TILE_SYMMETRIC))
    return;
  REAL *mirrored = p.result + ((size_t)j * p.result_stride + i);
#pragma unroll
  for (int c = 0; c < COLUMNS; c++)
#pragma unroll
    for (int r = 0; r < ROWS; r++)
      if (r < rows && c < columns && i + r < j + c)
        mirrored[(size_t)c * p.result_stride + r] = sum[r].value[c];
}

/* ---- Host ------------------------------------------------------------------------------------- */

/* Tiles of the product that are not empty. */
template <typename Shape, int FLAGS> static long count_tiles(const tile_product &p) {
  long across = blocks_for(p.columns, Shape::columns), count = 0;
  for (int i = 0; i < p.rows; i += Shape::rows)
    count += across - (FLAGS & TILE_SYMMETRIC ? i / Shape::columns : 0);
  return count;
}

/* Computes the product. Large tiles need the fewest loads for a result element, but a small result has too few of them for
 * all multiprocessors. So the size is chosen by the time of the multiprocessor that has the most tiles. */
template <int FLAGS> static void multiply_in_tiles(const tile_product &p) {
  typedef tile_shape<64, 128, 8, 4, 8> large;
  typedef tile_shape<64, 64, 4, 4, 16> medium;
  typedef tile_shape<32, 64, 2, 4, 16> small;
  typedef tile_shape<16, 32, 2, 2, 32> tiny;
  int multiprocessors;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  /* Times of a step of k for one tile more and for a launch: ns in the simulator's model of an H200, float. */
  const struct {
    void (*kernel)(tile_product);
    int rows, columns, threads;
    long tiles;
    int time_of_tile, time_of_launch;
  } shapes[] = {
#define SHAPE(name, time_of_tile, time_of_launch)                                                            \
  {multiply_tiles<name, FLAGS>, name::rows,   name::columns, name::threads,                                  \
   count_tiles<name, FLAGS>(p), time_of_tile, time_of_launch}
      SHAPE(large, 72, 15), SHAPE(medium, 40, 4), SHAPE(small, 25, 5), SHAPE(tiny, 9, 5)};
#undef SHAPE
  const auto *best = shapes;
  long least = -1;
  for (const auto &shape : shapes) {
    long time =
        (shape.tiles + multiprocessors - 1) / multiprocessors * shape.time_of_tile + shape.time_of_launch;
    if (least < 0 || time < least) {
      least = time;
      best = &shape;
    }
  }
#ifdef TILE_SHAPE /* for tests: the index of a shape, for all products */
  best = &shapes[TILE_SHAPE];
#endif
  dim3 grid(blocks_for(p.columns, best->columns), blocks_for(p.rows, best->rows));
  best->kernel<<<grid, best->threads>>>(p);
}

#endif
