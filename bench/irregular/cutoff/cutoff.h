/* cutoff.h: one time step of particles that attract each other up to a distance. Each has a list of neighbors, as in
 * molecular dynamics between two searches for neighbors: some of them are too far away. */
#ifndef CUTOFF_H
#define CUTOFF_H

#include "sparse.h"

#define CUTOFF_DISTANCE_2 ((REAL)0.5)   /* square of the distance */
#define CUTOFF_SOFTENING ((REAL)0.0625) /* keeps the force of near particles finite */
#define CUTOFF_TIME                                                                                          \
  ((REAL)0.0009765625) /* of a step: short, so that a velocity keeps its sign and its digits */

struct problem {
  int n;
  struct sparse neighbors;
  REAL *x, *y, *z; /* positions, and one strength for each particle */
  REAL *strength;
  REAL *vx, *vy, *vz; /* velocities: input and result */
};

void kernel_cutoff(int n, const int *offset, const int *neighbor, const REAL *x, const REAL *y, const REAL *z,
                   const REAL *strength, REAL *vx, REAL *vy, REAL *vz);

#endif
