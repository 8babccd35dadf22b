/* FILE: test/lit/transfers/Inputs/show.h
 * WHAT: arrays with values that nothing on a device has by chance, and their output.
 */
#include <stdio.h>

static inline void fill(double *a, int n, int seed) {
  for (int i = 0; i < n; i++)
    a[i] = 1000.0 * seed + i + 0.25;
}

static inline void show(const char *name, const double *a, int n) {
  double sum = 0, placed = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    placed += (i % 97 + 1) * a[i];
  }
  printf("%s: first %g last %g sum %.17g placed %.17g\n", name, a[0], a[n - 1], sum, placed);
}
