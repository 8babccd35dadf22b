/* A pointer becomes an integer and a pointer again, also by arithmetic. */
#include "host.h"
#include <stdint.h>
static void step(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  uintptr_t u = (uintptr_t)a;
  double *r = (double *)u;
  double *shifted = (double *)((u >> 3 << 3) + sizeof(double));
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", r[4], shifted[4]);
    r[6] = 7;
    shifted[8] = 2;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
