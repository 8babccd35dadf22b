/* Three pointers rotate, and the host reads between. */
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
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
  fill(a, N);
  fill(b, N);
  fill(c, N);
  for (int t = 0; t < 5; t++) {
    step(a, N);
    step(b, N);
    step(c, N);
    double *s = a;
    a = b;
    b = c;
    if (t == 2)
      printf("%g ", s[4]);
    if (t == 3)
      printf("%g ", a[4] + c[5]);
    c = s;
  }
  printf("%g %g %g\n", sum(a, N), sum(b, N), sum(c, N));
  free(a);
  free(b);
  free(c);
}
