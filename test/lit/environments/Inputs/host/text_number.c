/* An address as a number in text, read by strtoull. */
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
  static double a[N];
  char text[64];
  fill(a, N);
  sprintf(text, "%lu", (unsigned long)a);
  unsigned long u = strtoull(text, 0, 10);
  double *r = (double *)u;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", r[4]);
    r[6] = 7;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
