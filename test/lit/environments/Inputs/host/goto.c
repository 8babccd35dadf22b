/* Loops and exits by goto. */
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
int main(void) {
  double *a = malloc(N * sizeof *a);
  int t = 0;
  fill(a, N);
again:
  step(a, N);
  if (t == 2)
    goto look;
  step(a, N);
back:
  if (++t < 4)
    goto again;
  printf("%g\n", sum(a, N));
  free(a);
  return 0;
look:
  printf("%g ", a[4]);
  a[5] = 1;
  goto back;
}
