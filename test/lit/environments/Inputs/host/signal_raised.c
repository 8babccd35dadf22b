/* raise calls a handler between the regions. */
#include "host.h"
#include <signal.h>
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
static void report(int s) {
  (void)s;
  printf("%g ", sum(a, N));
  a[3] = 1;
}
int main(void) {
  fill(a, N);
  signal(SIGUSR1, report);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    raise(SIGUSR1);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
