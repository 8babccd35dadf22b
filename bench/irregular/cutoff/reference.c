/* reference.c: data and sequential reference of cutoff. The number of --input is the mean number of neighbors. */
#include "cutoff.h"

/* The tolerance is for tuned.cu, and for a compiler that may reassociate. */
const struct benchmark benchmark = {
    .name = "cutoff",
    .growth = 1,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-4 : 1e-11,
    .kinds = sparse_kinds,
    .default_number = 32,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  size_t n = (size_t)size;
  p->n = size;
  p->neighbors = sparse_square(memory, size, 1);
  REAL **const arrays[] = {&p->x, &p->y, &p->z, &p->strength, &p->vx, &p->vy, &p->vz};
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    *arrays[i] = bench_array(memory, n);
    sparse_fill(*arrays[i], n, i + 2);
  }
  for (size_t i = 0; i < n; i++) {
    p->x[i] *= 3; /* a cube of side 1 */
    p->y[i] *= 3;
    p->z[i] *= 3;
    p->vx[i] += 1; /* far from 0 */
    p->vy[i] += 1;
    p->vz[i] += 1;
  }
  return p;
}

void problem_reference(struct problem *p)
{
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < p->n; i++) {
    REAL fx = 0, fy = 0, fz = 0;
    for (int k = p->neighbors.offset[i]; k < p->neighbors.offset[i + 1]; k++) {
      int j = p->neighbors.column[k];
      REAL dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], dz = p->z[j] - p->z[i];
      REAL distance2 = dx * dx + dy * dy + dz * dz;
      if (distance2 < CUTOFF_DISTANCE_2) {
        REAL inverse = 1 / (distance2 + CUTOFF_SOFTENING);
        REAL force = p->strength[j] * inverse * inverse;
        fx += force * dx;
        fy += force * dy;
        fz += force * dz;
      }
    }
    p->vx[i] += CUTOFF_TIME * fx;
    p->vy[i] += CUTOFF_TIME * fy;
    p->vz[i] += CUTOFF_TIME * fz;
  }
}

void problem_kernel(struct problem *p)
{
  kernel_cutoff(p->n, p->neighbors.offset, p->neighbors.column, p->x, p->y, p->z, p->strength, p->vx, p->vy,
                p->vz);
}
