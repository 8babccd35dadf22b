/* reference.c: data and sequential reference of fdtd-2d. */
#include "fdtd-2d.h"

const struct benchmark benchmark = {.name = "fdtd-2d", .growth = 2, .default_steps = 4};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->nx = size;
  p->ny = size;
  p->steps = steps;
  p->_fict_ = bench_array(memory, (size_t)steps);
  p->ex = bench_array(memory, elements);
  p->ey = bench_array(memory, elements);
  p->hz = bench_array(memory, elements);
  bench_fill(p->_fict_, (size_t)steps, 1);
  bench_fill(p->ex, elements, 2);
  bench_fill(p->ey, elements, 3);
  bench_fill(p->hz, elements, 4);
  return p;
}

void problem_reference(struct problem *p)
{
  int nx = p->nx, ny = p->ny;
  REAL *ex = p->ex, *ey = p->ey, *hz = p->hz;
  for (int t = 0; t < p->steps; t++) {
    for (int j = 0; j < ny; j++)
      ey[j] = p->_fict_[t];
#pragma omp parallel for
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
#pragma omp parallel for
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i * ny + j] -= (REAL)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
#pragma omp parallel for
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i * ny + j] -= (REAL)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] -
                                       ey[i * ny + j]);
  }
}

void problem_kernel(struct problem *p)
{
  kernel_fdtd_2d(p->steps, p->nx, p->ny, p->_fict_, p->ex, p->ey, p->hz);
}
