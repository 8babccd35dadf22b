/* exit in a called function: a destructor function reads the array. Nothing registers it. */
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
__attribute__((destructor)) static void report(void) { printf("report %g\n", sum(a, N)); }
static void check(int t) {
  if (t == 3)
    exit(3);
}
int main(void) {
  fill(a, N);
  for (int t = 0; t < 5; t++) {
    step(a, N);
    check(t);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
