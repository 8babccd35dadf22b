/* exit in an expression: no code runs afterwards that uses the array, so that it may stay on the device. */
#include "host.h"
#include <assert.h>
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
int main(int argc, char **argv) {
  (void)argv;
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    assert(argc > 0);
    argc > 100 ? exit(1) : (void)0;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
