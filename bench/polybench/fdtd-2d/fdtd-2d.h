/* fdtd-2d.h: finite differences in the time domain for Maxwell's equations in two dimensions. The
 * fields are nx x ny; each time step sets row 0 of ey to the source _fict_[t]. */
#ifndef FDTD_2D_H
#define FDTD_2D_H

#include "bench.h"

struct problem {
  int nx, ny, steps;
  REAL *_fict_;        /* input: one value per step */
  REAL *ex, *ey, *hz;  /* inputs and results */
};

void kernel_fdtd_2d(int steps, int nx, int ny, const REAL *_fict_, REAL *ex, REAL *ey, REAL *hz);

#endif
