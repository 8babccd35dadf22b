/* The host reads in the middle of an exchange, when two of the pointers are equal. */
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
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *s;
  fill(a, N);
  fill(b, N);
  for (int t = 0; t < 4; t++) {
    step(a, N);
    step(b, N);
    step(b, N);
    s = a;
    a = b;
    printf("%g %g ", s[3], a[4]);
    s[5] = 1;
    b = s;
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
  free(a);
  free(b);
}
