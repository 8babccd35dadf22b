/* One of two pointers is lost before the environment ends; a third one keeps its array. */
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
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *kept = a;
  fill(a, N);
  fill(b, N);
  for (int t = 0; t < 4; t++) {
    step(a, N);
    step(b, N);
  }
  int last = 3;
  a = b;
  step(a, N);
  step(b, N);
  printf("%g %g %g %d\n", sum(a, N), sum(b, N), sum(kept, N), last);
  free(kept);
  free(b);
}
