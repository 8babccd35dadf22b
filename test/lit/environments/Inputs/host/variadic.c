/* A function with variable arguments gets the array. */
#include "host.h"
#include <stdarg.h>
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
static double look(int n, ...) {
  va_list arguments;
  va_start(arguments, n);
  double *p = va_arg(arguments, double *);
  va_end(arguments);
  p[n] += 1;
  return p[n + 1];
}
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", look(3, a));
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
