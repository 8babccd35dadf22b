/* naive.c: cutoff in one target region, as a CPU programmer writes it: a thread for each particle, with a condition in
 * the loop over its neighbors; variables declared at the top. */
#include "cutoff.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_cutoff(int n, const int *offset, const int *neighbor, const REAL *x, const REAL *y, const REAL *z,
                   const REAL *strength, REAL *vx, REAL *vy, REAL *vz)
{
  int i, j, k, elements = offset[n];
  REAL dx, dy, dz, fx, fy, fz, distance2, inverse, force;

#pragma omp target map(to: offset[0:n+1], neighbor[0:elements], x[0:n], y[0:n], z[0:n], \
                           strength[0:n]) map(tofrom: vx[0:n], vy[0:n], vz[0:n])
  {
#pragma omp parallel for private(j, k, dx, dy, dz, fx, fy, fz, distance2, inverse, force)
    for (i = 0; i < n; i++) {
      fx = fy = fz = 0;
      for (k = offset[i]; k < offset[i + 1]; k++) {
        j = neighbor[k];
        dx = x[j] - x[i];
        dy = y[j] - y[i];
        dz = z[j] - z[i];
        distance2 = dx * dx + dy * dy + dz * dz;
        if (distance2 < CUTOFF_DISTANCE_2) {
          inverse = 1 / (distance2 + CUTOFF_SOFTENING);
          force = strength[j] * inverse * inverse;
          fx += force * dx;
          fy += force * dy;
          fz += force * dz;
        }
      }
      vx[i] += CUTOFF_TIME * fx;
      vy[i] += CUTOFF_TIME * fy;
      vz[i] += CUTOFF_TIME * fz;
    }
  }
}
