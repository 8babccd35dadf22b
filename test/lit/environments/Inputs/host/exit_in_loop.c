/* exit between regions: a handler reads the array. */
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
double a[N];
static void report(void) { printf("report %g\n", sum(a, N)); }
int main(int argc, char **argv) {
  (void)argv;
  fill(a, N);
  atexit(report);
  for (int t = 0; t < 5; t++) {
    step(a, N);
    if (t == 3 * argc)
      exit(3);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
