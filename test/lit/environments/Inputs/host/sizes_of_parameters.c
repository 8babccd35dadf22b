/* Sizes in the types of parameters are evaluated. */
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
static int f(double *a, int m[][(int)(a[3] += 1) & 7]) { return 1; }
static int g(double *a, int n) {
  typedef char T[(int)a[4]++ % 3 + 1];
  return n;
}
int main(void) {
  double *a = malloc(N * 8);
  fill(a, N);
  int m[8][8];
  for (int t = 0; t < 3; t++) {
    step(a, N);
    f(a, 0);
    step(a, N);
    g(a, 2);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
