/* Pointers are exchanged through their addresses. */
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
static void exchange(double **p, double **q) {
  double *s = *p;
  *p = *q;
  *q = s;
}
static double *x, *y;
int main(void) {
  x = malloc(N * sizeof(double));
  y = malloc(N * sizeof(double));
  fill(x, N);
  fill(y, N);
  double **which = &x;
  for (int t = 0; t < 6; t++) {
    step(x, N);
    step(y, N);
    exchange(&x, &y);
    if (t % 2)
      printf("%g ", (*which)[4]);
    if (t == 3)
      x[5] = 9;
  }
  printf("%g %g\n", sum(x, N), sum(y, N));
  free(x);
  free(y);
}
