/* at_quick_exit. */
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
static void report(void) {
  printf("report %g\n", sum(a, N));
  fflush(stdout);
}
int main(void) {
  fill(a, N);
  at_quick_exit(report);
  for (int t = 0; t < 5; t++) {
    step(a, N);
    if (t == 3)
      quick_exit(4);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
