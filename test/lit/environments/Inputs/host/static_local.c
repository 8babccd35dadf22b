/* A local static pointer keeps an address over calls. */
#include "host.h"
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
static void remember(double *p, int read) {
  static double *kept;
  if (!read)
    kept = p;
  else {
    printf("%g ", kept[3]);
    kept[4] = read;
  }
}
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  remember(a, 0);
  for (int t = 1; t < 4; t++) {
    step(a, N);
    remember(0, t);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
