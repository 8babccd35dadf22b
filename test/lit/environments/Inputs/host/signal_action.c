/* A handler by sigaction, with an array whose address a global pointer keeps. */
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
static double *kept;
static void report(int s) {
  (void)s;
  printf("%g ", kept[4]);
}
int main(void) {
  double *a = malloc(N * sizeof *a);
  kept = a;
  fill(a, N);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = report;
  sigaction(SIGUSR2, &action, 0);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    raise(SIGUSR2);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
