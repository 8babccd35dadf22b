/* return in the loop, of a function that main calls. */
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
static int run(double *a, int stop) {
  for (int t = 0; t < 5; t++) {
    step(a, N);
    if (t == stop)
      return t;
    step(a, N);
  }
  return -1;
}
int main(void) {
  static double a[N];
  fill(a, N);
  int r = run(a, 2);
  printf("%d %g\n", r, sum(a, N));
  r = run(a, 9);
  printf("%d %g\n", r, sum(a, N));
}
