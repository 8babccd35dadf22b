/* What the programs of this folder share: initial values, and a sum that depends on the order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 40 };
static inline double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i % 7);
  return s;
}
static inline void fill(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
