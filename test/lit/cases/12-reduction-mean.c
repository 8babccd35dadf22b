// CASE 12: transformed | a reduction, a serial mean of it, and a loop that uses the mean
// OpenMP: the sum is complete at the barrier after its loop; s is firstprivate in the region.
// RUN: %case %s
// TEXT: reduction(+{{ ?}}:{{ ?}}s)
// TEXT: s /= n;
// VALUE: s 0
// VALUE: a: first -49.5 last 49.5 sum 0 placed 83325
#include "show.h"
int main(void) {
  double s = 0, a[100];
  int n = 100;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += a[i];
    s /= n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] -= s;
  }
  printf("s %g\n", s);
  show_doubles("a", a, 100);
}
