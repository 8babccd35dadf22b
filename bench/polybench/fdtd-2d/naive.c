/* naive.c: fdtd-2d in one target region, as a CPU programmer writes it: the time loop inside, with
 * a serial boundary loop and three parallel loops per step. */
#include "fdtd-2d.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex, REAL *ey, REAL *hz)
{
#pragma omp target map(to: _fict_[0:steps]) \
                   map(tofrom: ex[0:nx * ny], ey[0:nx * ny], hz[0:nx * ny])
  {
    for (int t = 0; t < steps; t++) {
      for (int j = 0; j < ny; j++)
        ey[j] = _fict_[t];

#pragma omp parallel for collapse(2)
      for (int i = 1; i < nx; i++)
        for (int j = 0; j < ny; j++)
          ey[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);

#pragma omp parallel for collapse(2)
      for (int i = 0; i < nx; i++)
        for (int j = 1; j < ny; j++)
          ex[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);

#pragma omp parallel for collapse(2)
      for (int i = 0; i < nx - 1; i++)
        for (int j = 0; j < ny - 1; j++)
          hz[i * ny + j] -= (REAL)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                         ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
  }
}
