/* hand.c: fdtd-2d as an expert writes it: the time loop on the host, four kernels per step inside
 * one data environment. */
#include "fdtd-2d.h"

const struct bench_version bench_version = {.name = "hand"};

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex, REAL *ey, REAL *hz)
{
#pragma omp target data map(tofrom: ex[0:nx*ny], ey[0:nx*ny], hz[0:nx*ny])
  for (int t = 0; t < steps; t++) {
    REAL source = _fict_[t]; /* travels as a kernel argument, so that _fict_ needs no transfer */

#pragma omp target teams distribute parallel for
    for (int j = 0; j < ny; j++)
      ey[j] = source;

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);

#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i * ny + j] -= (REAL)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                       ey[(i + 1) * ny + j] - ey[i * ny + j]);
  }
}
