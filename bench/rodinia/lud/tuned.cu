/* tuned.cu: lud in CUDA, tuned: block by block, with two kernels for each SIDE steps. The first one factors the block on the
 * diagonal, the rows of L below it and the columns of U to its right. The second one updates the rest by their product, in
 * tiles. An element subtracts its products in the order of the plain loops: a - l * u is a + (-1 * l) * u, bit by bit. */
extern "C" {
#include "lud.h"
}
#include "../../cuda/tile.cuh"

const struct bench_version bench_version = {"tuned", false, true};

const unsigned ALL = 0xffffffff; /* lanes of a warp */
const int SIDE = 32;             /* of a block on the diagonal: the lanes of a warp */

/* A square of SIDE rows that lanes load and store in contiguous rows. Lane i holds row i in registers. */
struct square {
  REAL element[SIDE][SIDE + 1];

  /* Elements outside of the matrix are those of the identity: they change no others. */
  __device__ __forceinline__ void load(int n, int row, int column, const REAL *A, REAL (&own)[SIDE]) {
    const int lane = threadIdx.x;
    const int at = column + lane < n ? column + lane : n - 1;
#pragma unroll
    for (int r = 0; r < SIDE; r++)
      own[r] = A[(size_t)(row + r < n ? row + r : n - 1) * n + at];
#pragma unroll
    for (int r = 0; r < SIDE; r++)
      element[r][lane] = row + r < n && column + lane < n ? own[r] : r == lane;
    __syncthreads();
#pragma unroll
    for (int c = 0; c < SIDE; c++)
      own[c] = element[lane][c];
    __syncthreads();
  }
  __device__ __forceinline__ void store(int rows, int stride, REAL *to, const REAL (&own)[SIDE]) {
#pragma unroll
    for (int c = 0; c < SIDE; c++)
      element[threadIdx.x][c] = own[c];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < SIDE; r++)
      if (r < rows)
        to[(size_t)r * stride + threadIdx.x] = element[r][threadIdx.x];
  }
};

enum role { DIAGONAL, BELOW, RIGHT };

/* Factors the block on the diagonal, of which lane i has row i. OTHER: a row below it or a column to its right. */
template <role ROLE> __device__ __forceinline__ void factor(REAL (&diagonal)[SIDE], REAL (&other)[SIDE]) {
  const int lane = threadIdx.x;
#pragma unroll
  for (int k = 0; k < SIDE; k++) {
    const REAL pivot = __shfl_sync(ALL, diagonal[k], k), quotient = diagonal[k] / pivot;
    diagonal[k] = lane > k ? quotient : diagonal[k];
    if (ROLE == BELOW)
      other[k] /= pivot;
#pragma unroll
    for (int j = k + 1; j < SIDE; j++) {
      const REAL u = __shfl_sync(ALL, diagonal[j], k), less = diagonal[j] - diagonal[k] * u;
      diagonal[j] = lane > k ? less : diagonal[j];
      if (ROLE == BELOW)
        other[j] -= other[k] * u;
      if (ROLE == RIGHT)
        other[j] -= __shfl_sync(ALL, diagonal[k], j) * other[k];
    }
  }
}

/* A block is a warp. The first BELOW blocks have rows below the diagonal, the others columns to the right of it. Each factors the
 * block on the diagonal for itself. The first one stores it in FACTORED, since others still load it from A. */
__global__ void __launch_bounds__(SIDE) factor_panels(int n, int begin, int below, REAL *A, REAL *factored) {
  __shared__ square shared;
  const int end = begin + SIDE, block = blockIdx.x;
  REAL diagonal[SIDE], other[SIDE];
  shared.load(n, begin, begin, A, diagonal);
  if (end >= n) {
    factor<DIAGONAL>(diagonal, other);
  } else if (block < below) {
    const int row = end + block * SIDE;
    shared.load(n, row, begin, A, other);
    factor<BELOW>(diagonal, other);
    shared.store(n - row, n, A + (size_t)row * n + begin, other);
  } else {
    const int j = end + (block - below) * SIDE + threadIdx.x;
    REAL *column = A + (size_t)begin * n + j;
#pragma unroll
    for (int i = 0; i < SIDE; i++)
      other[i] = j < n ? column[(size_t)i * n] : 0;
    factor<RIGHT>(diagonal, other);
    if (j < n) {
#pragma unroll
      for (int i = 0; i < SIDE; i++)
        column[(size_t)i * n] = other[i];
    }
  }
  if (block > 0)
    return;
  __syncthreads();
  shared.store(SIDE, SIDE, factored, diagonal);
}

/* One block of threads for each block on the diagonal. */
__global__ void store_diagonal(int n, const REAL *factored, REAL *A) {
  const int begin = blockIdx.x * SIDE, i = begin + threadIdx.y, j = begin + threadIdx.x;
  if (i < n && j < n)
    A[(size_t)i * n + j] = factored[(size_t)i * SIDE + threadIdx.x];
}

void kernel_lud(int n, REAL *A) {
  size_t elements = (size_t)n * n;
  int blocks = blocks_for(n, SIDE);
  REAL *device_A = device_copy(A, elements), *factored = device_array<REAL>((size_t)blocks * SIDE * SIDE);
  for (int begin = 0; begin < n; begin += SIDE) {
    int end = begin + SIDE, rest = n > end ? n - end : 0, below = blocks_for(rest, SIDE);
    factor_panels<<<rest ? 2 * below : 1, SIDE>>>(n, begin, below, device_A, factored + (size_t)begin * SIDE);
    if (rest) {
      REAL *left = device_A + (size_t)end * n + begin, *right = device_A + (size_t)begin * n + end;
      REAL *corner = device_A + (size_t)end * n + end;
      multiply_in_tiles<TILE_SCALES_LEFT | TILE_ADDS>(
          {rest, rest, SIDE, left, n, right, n, corner, n, -1, 1});
    }
  }
  store_diagonal<<<blocks, dim3(SIDE, SIDE)>>>(n, factored, device_A);
  copy_to_host(A, device_A, elements);
  CHECK(cudaFree(device_A));
  CHECK(cudaFree(factored));
}
