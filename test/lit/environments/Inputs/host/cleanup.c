/* A cleanup function uses the array, at the end of a block, and on return. */
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
static double a[N];
static void finish(int *p) {
  printf("finish %d %g\n", *p, sum(a, N));
  a[*p] = 3;
}
static int part(int t) {
  __attribute__((cleanup(finish))) int k = t + 10;
  step(a, N);
  if (t == 1)
    return 1;
  step(a, N);
  return 0;
}
int main(void) {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    {
      __attribute__((cleanup(finish))) int k = t;
      step(a, N);
    }
    if (part(t))
      continue;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
