/* The cleanup function gets the address of the pointer to the array. */
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
static void show(double **p) { printf("%g ", (*p)[4]); }
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    __attribute__((cleanup(show))) double *view = a;
    step(a, N);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
