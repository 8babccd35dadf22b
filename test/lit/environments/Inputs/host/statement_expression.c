/* The value of a statement expression is an address. */
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
  double *p = ({
    double *q = a;
    q + 1;
  });
  uintptr_t u = ({ (uintptr_t)a; });
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", p[3], ((double *)u)[5]);
    p[6] = t;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
