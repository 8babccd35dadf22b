/* A constructor function keeps an address before main. */
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
static double *kept;
__attribute__((constructor)) static void begin(void) { kept = a + 1; }
int main(void) {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", kept[3]);
    kept[4] = t;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
