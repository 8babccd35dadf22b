/* tuned.cu: fdtd-2d in CUDA, tuned: one kernel per time step. It reads the fields and stores those of the next step in other
 * arrays. A thread computes several rows of a column and keeps what neighboring rows share in registers. The element of ex to
 * its right and the element of ey below its rows are computed by two threads. */
extern "C" {
#include "fdtd-2d.h"
}
#include "device_array.h"

#include <utility>

const struct bench_version bench_version = {"tuned", false, true};

enum { THREADS = 128, ROWS = 4 }; /* of a block; of a thread */

struct fields {
  REAL *ex, *ey, *hz;
};

__global__ void __launch_bounds__(THREADS)
    advance(int nx, int ny, REAL source, const REAL *ex, const REAL *ey, const REAL *hz, REAL *new_ex,
            REAL *new_ey, REAL *new_hz) {
  const int j = blockIdx.x * THREADS + threadIdx.x, begin = blockIdx.y * ROWS;
  if (j >= ny)
    return;
  const int left = j > 0 ? -1 : 0, right = j < ny - 1 ? 1 : 0;
  /* All loads come first: a load cannot pass a store. Rows outside of the fields are replaced by the nearest one. */
  REAL h[ROWS + 2], h_left[ROWS], h_right[ROWS], x[ROWS], x_right[ROWS], y[ROWS + 1];
#pragma unroll
  for (int r = -1; r <= ROWS; r++) {
    const int i = begin + r < 0 ? 0 : begin + r < nx ? begin + r : nx - 1;
    const size_t k = (size_t)i * ny + j;
    h[r + 1] = hz[k];
    if (r >= 0)
      y[r] = ey[k];
    if (r >= 0 && r < ROWS) {
      h_left[r] = hz[k + left];
      h_right[r] = hz[k + right];
      x[r] = ex[k];
      x_right[r] = ex[k + right];
    }
  }
#pragma unroll
  for (int r = 0; r <= ROWS; r++)
    y[r] = begin + r == 0 ? source : y[r] - (REAL)0.5 * (h[r + 1] - h[r]);
#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    const int i = begin + r;
    if (i >= nx)
      return;
    if (j > 0)
      x[r] -= (REAL)0.5 * (h[r + 1] - h_left[r]);
    x_right[r] -= (REAL)0.5 * (h_right[r] - h[r + 1]);
    REAL z = h[r + 1] - (REAL)0.7 * (x_right[r] - x[r] + y[r + 1] - y[r]);
    const size_t k = (size_t)i * ny + j;
    new_ex[k] = x[r];
    new_ey[k] = y[r];
    new_hz[k] = i < nx - 1 && j < ny - 1 ? z : h[r + 1];
  }
}

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex, REAL *ey, REAL *hz) {
  size_t elements = (size_t)nx * ny;
  fields now = {device_copy(ex, elements), device_copy(ey, elements), device_copy(hz, elements)};
  fields next = {device_array<REAL>(elements), device_array<REAL>(elements), device_array<REAL>(elements)};
  dim3 grid(blocks_for(ny, THREADS), blocks_for(nx, ROWS));
  for (int t = 0; t < steps; t++) {
    advance<<<grid, THREADS>>>(nx, ny, _fict_[t], now.ex, now.ey, now.hz, next.ex, next.ey, next.hz);
    std::swap(now, next);
  }
  copy_to_host(ex, now.ex, elements);
  copy_to_host(ey, now.ey, elements);
  copy_to_host(hz, now.hz, elements);
  for (const fields &all : {now, next}) {
    CHECK(cudaFree(all.ex));
    CHECK(cudaFree(all.ey));
    CHECK(cudaFree(all.hz));
  }
}
