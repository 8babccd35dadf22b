/* FILE: bench/cuda/staged_sums.cuh
 * WHAT: sums of products along the rows or columns of a matrix in ascending order, for the tuned CUDA versions.
 *
 * The order leaves one thread for a sum. The first warp of a block adds. The other warps load the matrix in contiguous pieces,
 * multiply it, and stage the products in shared memory. There are two buffers: while one step is added, the products of the
 * next step are staged, and the loads of the step after it start. What the last step lacks is staged as -0, which changes no
 * sum, not even one of 0 or -0.
 */
#ifndef BENCH_STAGED_SUMS_CUH
#define BENCH_STAGED_SUMS_CUH

#include "device_array.h"

enum {
  SUM_ADDERS = 32, /* threads of a block: the first warp, and the others */
  SUM_LOADERS = 256,
  SUM_THREADS = SUM_ADDERS + SUM_LOADERS,
  SUM_ROWS = 8, /* row sums of a block */
  SUM_ROW_STEPS = 128,
  SUM_COLUMNS = 16, /* column sums of a block */
  SUM_COLUMN_STEPS = 128,
  SUM_VECTOR = 16 / sizeof(REAL) /* one load from shared memory */
};

struct alignas(16) sum_vector {
  REAL value[SUM_VECTOR];
};

/* Runs the steps of a block. load(k) loads the step that begins at k into registers, stage(buffer) stores these, and
 * add(buffer) adds them. */
template <typename Load, typename Stage, typename Add>
__device__ __forceinline__ void add_in_steps(int count, int steps, Load load, Stage stage, Add add) {
  const bool adder = threadIdx.x < SUM_ADDERS;
  if (!adder) {
    load(0);
    stage(0);
    load(steps);
  }
  __syncthreads();
  for (int k = 0, buffer = 0; k < count; k += steps, buffer ^= 1) {
    if (adder) {
      add(buffer);
    } else {
      stage(buffer ^ 1);
      load(k + 2 * steps);
    }
    __syncthreads();
  }
}

/* Thread r < ROWS returns SUM plus row[r][k] * x[k] for all k < COUNT. row(r) is the address of row[r]. */
template <int ROWS, typename Row>
__device__ __forceinline__ REAL add_rows(Row row, const REAL *x, int count, REAL sum) {
  enum { STEPS = SUM_ROW_STEPS, LOADS = ROWS * STEPS / SUM_LOADERS, NEXT_ROW = SUM_LOADERS / STEPS };
  static_assert(ROWS <= SUM_ADDERS && LOADS * SUM_LOADERS == ROWS * STEPS && NEXT_ROW * STEPS == SUM_LOADERS);
  /* The padding puts the rows, which the lanes of a warp read together, in different banks. */
  alignas(16) __shared__ REAL products[2][ROWS][STEPS + SUM_VECTOR];
  const int own_column = threadIdx.x % STEPS, own_row = (threadIdx.x - SUM_ADDERS) % SUM_LOADERS / STEPS;
  const REAL *next[LOADS];
  REAL held[LOADS], factor = 0;
#pragma unroll
  for (int e = 0; e < LOADS; e++)
    next[e] = row(own_row + e * NEXT_ROW);

  const auto load = [&](int k) {
    const bool exists = k + own_column < count;
    factor = exists ? x[k + own_column] : 1;
#pragma unroll
    for (int e = 0; e < LOADS; e++)
      held[e] = exists ? next[e][k + own_column] : (REAL)-0.0;
  };
  const auto stage = [&](int buffer) {
#pragma unroll
    for (int e = 0; e < LOADS; e++)
      products[buffer][own_row + e * NEXT_ROW][own_column] = held[e] * factor;
  };
  const auto add = [&](int buffer) {
    if (threadIdx.x >= ROWS)
      return;
    const REAL *own = products[buffer][threadIdx.x];
#pragma unroll
    for (int c = 0; c < STEPS; c += SUM_VECTOR) {
      const sum_vector part = *(const sum_vector *)(own + c);
#pragma unroll
      for (int v = 0; v < SUM_VECTOR; v++)
        sum += part.value[v];
    }
  };
  add_in_steps(count, STEPS, load, stage, add);
  return sum;
}

/* Thread t < SUM_COLUMNS returns SUM plus A[k][BEGIN + t] * x[k] for all k < COUNT; without x if not SCALED. A row of the matrix
 * has COLUMNS elements. A column outside of it is replaced by the last one. */
template <bool SCALED>
__device__ __forceinline__ REAL add_columns(const REAL *A, int columns, int begin, const REAL *x, int count,
                                            REAL sum) {
  enum {
    WIDTH = SUM_COLUMNS,
    STEPS = SUM_COLUMN_STEPS,
    LOADS = WIDTH * STEPS / SUM_LOADERS,
    NEXT_ROW = SUM_LOADERS / WIDTH
  };
  static_assert(WIDTH <= SUM_ADDERS && LOADS * SUM_LOADERS == WIDTH * STEPS && NEXT_ROW * WIDTH == SUM_LOADERS);
  __shared__ REAL products[2][STEPS][WIDTH];
  const int own_column = threadIdx.x % WIDTH, own_row = (threadIdx.x - SUM_ADDERS) % SUM_LOADERS / WIDTH;
  const REAL *next =
      A + (size_t)own_row * columns + (begin + own_column < columns ? begin + own_column : columns - 1);
  REAL held[LOADS], factors[LOADS];

  const auto load = [&](int k) {
    const REAL *at = next + (size_t)k * columns, *factor = x + k + own_row;
    if (k + STEPS <= count) {
#pragma unroll
      for (int e = 0; e < LOADS; e++) {
        held[e] = at[(size_t)(e * NEXT_ROW) * columns];
        factors[e] = SCALED ? factor[e * NEXT_ROW] : 1;
      }
      return;
    }
#pragma unroll
    for (int e = 0; e < LOADS; e++) {
      const bool exists = k + own_row + e * NEXT_ROW < count;
      held[e] = exists ? at[(size_t)(e * NEXT_ROW) * columns] : (REAL)-0.0;
      factors[e] = SCALED && exists ? factor[e * NEXT_ROW] : 1;
    }
  };
  const auto stage = [&](int buffer) {
#pragma unroll
    for (int e = 0; e < LOADS; e++)
      products[buffer][own_row + e * NEXT_ROW][own_column] = SCALED ? held[e] * factors[e] : held[e];
  };
  const auto add = [&](int buffer) {
    if (threadIdx.x >= WIDTH)
      return;
#pragma unroll
    for (int step = 0; step < STEPS; step++)
      sum += products[buffer][step][threadIdx.x];
  };
  add_in_steps(count, STEPS, load, stage, add);
  return sum;
}

#endif
