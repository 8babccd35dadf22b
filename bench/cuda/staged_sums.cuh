/* FILE: bench/cuda/staged_sums.cuh
 * WHAT: sums of products along the rows or columns of a matrix in ascending order, for the tuned CUDA versions.
 *
 * The order leaves one thread for a sum, but all threads of a block load. In each step they load a part of the matrix in
 * contiguous pieces, multiply it, and stage the products in shared memory. There are two buffers: the loads of the next step
 * start before the additions of a step. What a step lacks at the end of a sum is staged as -0, which changes no sum, not even
 * one of 0 or -0.
 */
#ifndef BENCH_STAGED_SUMS_CUH
#define BENCH_STAGED_SUMS_CUH

#include "device_array.h"

enum {
  SUM_THREADS = 256,      /* of a block */
  SUM_ROWS = 8,           /* row sums of a block */
  SUM_ROW_STEPS = 128,    /* products of a row in a step */
  SUM_COLUMNS = 16,       /* column sums of a block */
  SUM_COLUMN_STEPS = 128, /* products of a column in a step */
  SUM_VECTOR = 16 / sizeof(REAL)
};

struct alignas(16) sum_vector {
  REAL value[SUM_VECTOR];
};

/* Adds row[r][k] * x[k] for k < COUNT to SUM of thread r < ROWS, and returns it. row(r) is the address of row[r]. */
template <int ROWS, typename Row> __device__ REAL add_rows(Row row, const REAL *x, int count, REAL sum) {
  enum { STEPS = SUM_ROW_STEPS, LOADS = ROWS * STEPS / SUM_THREADS, NEXT_ROW = SUM_THREADS / STEPS };
  /* The padding puts the rows, which the lanes of a warp read together, in different banks. */
  alignas(16) __shared__ REAL products[2][ROWS][STEPS + SUM_VECTOR];
  const int column = threadIdx.x % STEPS, first_row = threadIdx.x / STEPS;
  const REAL *next[LOADS];
  REAL held[LOADS], factor = 0;
#pragma unroll
  for (int e = 0; e < LOADS; e++)
    next[e] = row(first_row + e * NEXT_ROW) + column;

  const auto load = [&](int k) {
    if (k + column < count) {
      factor = x[k + column];
#pragma unroll
      for (int e = 0; e < LOADS; e++)
        held[e] = next[e][k];
    }
  };
  const auto stage = [&](int buffer, int k) {
#pragma unroll
    for (int e = 0; e < LOADS; e++)
      products[buffer][first_row + e * NEXT_ROW][column] = k + column < count ? held[e] * factor : (REAL)-0.0;
    __syncthreads();
  };
  load(0);
  stage(0, 0);
  for (int k = 0, buffer = 0; k < count; k += STEPS, buffer ^= 1) {
    load(k + STEPS);
    if (threadIdx.x < ROWS) {
      const REAL *own = products[buffer][threadIdx.x];
#pragma unroll
      for (int c = 0; c < STEPS; c += SUM_VECTOR) {
        const sum_vector part = *(const sum_vector *)(own + c);
#pragma unroll
        for (int v = 0; v < SUM_VECTOR; v++)
          sum += part.value[v];
      }
    }
    stage(buffer ^ 1, k + STEPS);
  }
  return sum;
}

/* Adds A[k][column] * x[k], or A[k][column] if x is null, for k < COUNT to SUM of thread t < SUM_COLUMNS, and returns it. The
 * column is BEGIN + t; the matrix has COLUMNS of them. */
template <bool SCALED>
__device__ REAL add_columns(const REAL *A, int columns, int begin, const REAL *x, int count, REAL sum) {
  enum {
    WIDTH = SUM_COLUMNS,
    STEPS = SUM_COLUMN_STEPS,
    LOADS = WIDTH * STEPS / SUM_THREADS,
    NEXT_ROW = SUM_THREADS / WIDTH
  };
  __shared__ REAL products[2][STEPS][WIDTH];
  const int column = threadIdx.x % WIDTH, first_row = threadIdx.x / WIDTH;
  const REAL *next =
      A + (size_t)first_row * columns + (begin + column < columns ? begin + column : columns - 1);
  REAL held[LOADS], factors[LOADS];

  const auto load_one = [&](int e, int k) {
    held[e] = next[(size_t)(e * NEXT_ROW) * columns];
    if (SCALED)
      factors[e] = x[k + first_row + e * NEXT_ROW];
  };
  const auto load = [&](int k) {
    if (k + STEPS <= count) {
#pragma unroll
      for (int e = 0; e < LOADS; e++)
        load_one(e, k);
    } else {
#pragma unroll
      for (int e = 0; e < LOADS; e++) {
        held[e] = (REAL)-0.0;
        factors[e] = 1;
        if (k + first_row + e * NEXT_ROW < count)
          load_one(e, k);
      }
    }
    next += (size_t)STEPS * columns;
  };
  const auto stage = [&](int buffer) {
#pragma unroll
    for (int e = 0; e < LOADS; e++)
      products[buffer][first_row + e * NEXT_ROW][column] = SCALED ? held[e] * factors[e] : held[e];
    __syncthreads();
  };
  load(0);
  stage(0);
  for (int k = 0, buffer = 0; k < count; k += STEPS, buffer ^= 1) {
    load(k + STEPS);
    if (threadIdx.x < WIDTH) {
#pragma unroll
      for (int step = 0; step < STEPS; step++)
        sum += products[buffer][step][threadIdx.x];
    }
    stage(buffer ^ 1);
  }
  return sum;
}

#endif
