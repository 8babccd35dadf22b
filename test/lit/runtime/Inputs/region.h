/* region.h: a target region whose result tells where it ran, and that it was given its array. */
#include <omp.h>
#include <stdio.h>

/* Doubles the COUNT elements of VALUES in a target region. Returns whether that ran on the host. */
static inline int double_all(int count, double *values) {
  int on_host = -1;
#pragma omp target teams distribute parallel for map(tofrom : values[0 : count], on_host)
  for (int i = 0; i < count; i++) {
    values[i] *= 2;
    if (i == 0)
      on_host = omp_is_initial_device();
  }
  return on_host;
}
