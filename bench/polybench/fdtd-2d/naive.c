/* naive.c: fdtd-2d in one target region, as a CPU programmer writes it: the time loop inside, with
 * a serial boundary loop and three parallel loops per step; fields as local pointers to rows. */
#include "fdtd-2d.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex_field, REAL *ey_field,
                    REAL *hz_field)
{
  REAL(*ex)[ny] = (REAL(*)[ny])ex_field;
  REAL(*ey)[ny] = (REAL(*)[ny])ey_field;
  REAL(*hz)[ny] = (REAL(*)[ny])hz_field;

#pragma omp target map(to: _fict_[0:steps]) \
                   map(tofrom: ex[0:nx][0:ny], ey[0:nx][0:ny], hz[0:nx][0:ny])
  {
    for (int t = 0; t < steps; t++) {
      for (int j = 0; j < ny; j++)
        ey[0][j] = _fict_[t];

#pragma omp parallel for collapse(2)
      for (int i = 1; i < nx; i++)
        for (int j = 0; j < ny; j++)
          ey[i][j] -= (REAL)0.5 * (hz[i][j] - hz[i - 1][j]);

#pragma omp parallel for collapse(2)
      for (int i = 0; i < nx; i++)
        for (int j = 1; j < ny; j++)
          ex[i][j] -= (REAL)0.5 * (hz[i][j] - hz[i][j - 1]);

#pragma omp parallel for collapse(2)
      for (int i = 0; i < nx - 1; i++)
        for (int j = 0; j < ny - 1; j++)
          hz[i][j] -= (REAL)0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
  }
}
