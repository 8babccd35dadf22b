#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 2000; 
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), s = 0;
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 1, c[i] = 0;
#pragma omp target map(to: a[0:n], b[0:n]) map(tofrom: c[0:n]) map(tofrom: s)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) c[i] = a[i] * 2;
    s = c[3];
#pragma omp parallel for
    for (int i = 0; i < n; i++) for (int k = 0; k < 4; k++) c[i] += b[k] * a[i];
#pragma omp parallel for
    for (int i = 1; i < n; i++) b[i] = c[i] + s;
  }
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += 1;
  double t = 0;
  for (int i = 0; i < n; i++) t += c[i] + a[i];
  printf("%g %g\n", t, s);
  free(a); free(b); free(c);
  return 0;
}
