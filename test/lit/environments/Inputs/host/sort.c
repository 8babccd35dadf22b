/* The library calls a function of the program. */
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
static int keys[4] = {3, 1, 2, 0};
static int compare(const void *p, const void *q) {
  a[5] += 1;
  double x = a[*(const int *)p], y = a[*(const int *)q];
  return (x > y) - (x < y);
}
int main(void) {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    qsort(keys, 4, sizeof *keys, compare);
    printf("%d ", keys[0]);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
