/* tuned.cu: srad in CUDA, tuned: two kernels per time step. One block adds the sample (which reassociates the sums). The other
 * kernel reads an image and stores that of the next step in another array. A thread computes several rows of a column and
 * keeps the pixels and coefficients that neighboring rows share in registers. The coefficient to its right comes from the next
 * lane, so the last lane of a warp only computes coefficients. The clamped neighbors are computed, not read from the arrays
 * of their indices. */
extern "C" {
#include "srad.h"
}
#include "device_array.h"

#include <utility>

const struct bench_version bench_version = {"tuned", true, true};

const unsigned ALL = 0xffffffff; /* lanes of a warp */
enum {
  WARP = 32,
  SAMPLE_THREADS = 1024,
  THREADS = 64,                         /* of a block */
  ROWS = 4,                             /* of a thread */
  COLUMNS = THREADS / WARP * (WARP - 1) /* of a block */
};

/* Adds A and B over the lanes of a warp. Lane 0 gets the sums. */
__device__ void add_in_warp(REAL &a, REAL &b) {
#pragma unroll
  for (int width = WARP / 2; width > 0; width /= 2) {
    a += __shfl_down_sync(ALL, a, width);
    b += __shfl_down_sync(ALL, b, width);
  }
}

/* One block: adds the pixels of the sample and computes the speckle scale. */
__global__ void __launch_bounds__(SAMPLE_THREADS)
    find_scale(int rows, int columns, int stride, const REAL *J, REAL *scale) {
  __shared__ REAL sums[WARP], sums2[WARP];
  enum { COUNT = SRAD_SAMPLE * SRAD_SAMPLE / SAMPLE_THREADS, NEXT = SAMPLE_THREADS / SRAD_SAMPLE };
  const int j = threadIdx.x % SRAD_SAMPLE, begin = threadIdx.x / SRAD_SAMPLE;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  REAL value[COUNT], sum = 0, sum2 = 0;
  const REAL *at = J + (size_t)begin * stride + j;
  if (rows == SRAD_SAMPLE && columns == SRAD_SAMPLE) {
#pragma unroll
    for (int e = 0; e < COUNT; e++, at += (size_t)NEXT * stride)
      value[e] = *at;
  } else {
#pragma unroll
    for (int e = 0; e < COUNT; e++, at += (size_t)NEXT * stride)
      value[e] = j < columns && begin + e * NEXT < rows ? *at : 0;
  }
#pragma unroll
  for (int e = 0; e < COUNT; e++) {
    sum += value[e];
    sum2 += value[e] * value[e];
  }
  add_in_warp(sum, sum2);
  if (lane == 0) {
    sums[warp] = sum;
    sums2[warp] = sum2;
  }
  __syncthreads();
  if (warp > 0)
    return;
  sum = sums[lane];
  sum2 = sums2[lane];
  add_in_warp(sum, sum2);
  if (lane == 0) {
    REAL pixels = (REAL)(rows * columns);
    REAL mean = sum / pixels;
    REAL variance = sum2 / pixels - mean * mean;
    REAL q0sqr = variance / (mean * mean);
    *scale = q0sqr < SRAD_Q0_MINIMUM ? SRAD_Q0_MINIMUM : q0sqr;
  }
}

/* The differences of a pixel to its neighbors, and its coefficient of diffusion. */
struct pixel {
  REAL n, s, w, e, c;
};

__device__ pixel diffusion(REAL value, REAL north, REAL south, REAL west, REAL east, REAL q0sqr) {
  pixel p = {north - value, south - value, west - value, east - value, 0};
  REAL gradient = (p.n * p.n + p.s * p.s + p.w * p.w + p.e * p.e) / (value * value);
  REAL laplacian = (p.n + p.s + p.w + p.e) / value;
  REAL numerator = (REAL)0.5 * gradient - (REAL)0.0625 * (laplacian * laplacian);
  REAL denominator = 1 + (REAL)0.25 * laplacian;
  REAL qsqr = numerator / (denominator * denominator);
  REAL c = 1 / (1 + (qsqr - q0sqr) / (q0sqr * (1 + q0sqr)));
  p.c = c < 0 ? 0 : c > 1 ? 1 : c;
  return p;
}

__global__ void __launch_bounds__(THREADS)
    diffuse(int rows, int columns, REAL lambda, const REAL *scale, const REAL *J, REAL *new_J) {
  const int lane = threadIdx.x % WARP, begin = blockIdx.y * ROWS;
  const int own = blockIdx.x * COLUMNS + threadIdx.x / WARP * (WARP - 1) + lane;
  const int j = own < columns ? own : columns - 1; /* all lanes take part in the exchange */
  const int left = j > 0 ? -1 : 0, right = j < columns - 1 ? 1 : 0;
  REAL value[ROWS + 3], west[ROWS + 1], east[ROWS + 1];
#pragma unroll
  for (int r = -1; r <= ROWS + 1; r++) {
    const int i = begin + r < 0 ? 0 : begin + r < rows ? begin + r : rows - 1;
    const size_t k = (size_t)i * columns + j;
    value[r + 1] = J[k];
    if (r >= 0 && r <= ROWS) {
      west[r] = J[k + left];
      east[r] = J[k + right];
    }
  }
  const REAL q0sqr = *scale;
  pixel p[ROWS + 1];
#pragma unroll
  for (int r = 0; r <= ROWS; r++)
    p[r] = diffusion(value[r + 1], value[r], value[r + 2], west[r], east[r], q0sqr);
#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    const int i = begin + r;
    const REAL next = __shfl_down_sync(ALL, p[r].c, 1);
    const REAL c = p[r].c, c_south = i < rows - 1 ? p[r + 1].c : c, c_east = right ? next : c;
    const REAL divergence = c * p[r].n + c_south * p[r].s + c * p[r].w + c_east * p[r].e;
    if (lane < WARP - 1 && own < columns && i < rows)
      new_J[(size_t)i * columns + j] = value[r + 1] + (REAL)0.25 * lambda * divergence;
  }
}

void kernel_srad(int steps, int rows, int columns, REAL lambda, const int *north, const int *south,
                 const int *west, const int *east, REAL *J, REAL *c, REAL *dN, REAL *dS, REAL *dW, REAL *dE) {
  (void)north, (void)south, (void)west, (void)east;
  (void)c, (void)dN, (void)dS, (void)dW, (void)dE;
  size_t size = (size_t)rows * columns;
  int sample_rows = rows < SRAD_SAMPLE ? rows : SRAD_SAMPLE;
  int sample_columns = columns < SRAD_SAMPLE ? columns : SRAD_SAMPLE;
  REAL *now = device_copy(J, size), *next = device_array<REAL>(size), *scale = device_array<REAL>(1);
  dim3 grid(blocks_for(columns, COLUMNS), blocks_for(rows, ROWS));
  for (int step = 0; step < steps; step++) {
    find_scale<<<1, SAMPLE_THREADS>>>(sample_rows, sample_columns, columns, now, scale);
    diffuse<<<grid, THREADS>>>(rows, columns, lambda, scale, now, next);
    std::swap(now, next);
  }
  copy_to_host(J, now, size);
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  CHECK(cudaFree(scale));
}
