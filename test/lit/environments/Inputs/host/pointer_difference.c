/* An array is reached from another one by a difference of addresses. */
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
int main(void) {
  char *all = malloc(2 * N * sizeof(double));
  double *a = (double *)all, *b = (double *)(all + N * sizeof(double));
  fill(a, 2 * N);
  long distance = (char *)b - (char *)a;
  for (int t = 0; t < 3; t++) {
    step(b, N);
    printf("%g ", ((double *)((char *)a + distance))[4]);
    a[N + 5] = t;
    step(b, N);
  }
  printf("%g\n", sum(a, 2 * N));
  free(all);
}
