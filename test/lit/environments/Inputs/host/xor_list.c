/* Two addresses in one integer. */
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
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  fill(a, N);
  fill(b, N);
  uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(b, N);
    double *other = (double *)(both ^ (uintptr_t)b);
    printf("%g ", other[4]);
    other[5] = 1;
    step(a, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
  free(a);
  free(b);
}
