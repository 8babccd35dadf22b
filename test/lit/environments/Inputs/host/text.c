/* A pointer goes through text. */
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
  double *a = malloc(N * sizeof *a);
  void *q = 0;
  char text[64];
  fill(a, N);
  snprintf(text, sizeof text, "%p", (void *)a);
  sscanf(text, "%p", &q);
  double *r = q;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", r[4]);
    r[6] = 7;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
