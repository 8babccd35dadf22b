/* An array that is used once, in place. The simulated driver plays kernels without executing them, so what comes back
 * is what was sent. */
#include <stdio.h>
#include <stdlib.h>

static void region(long n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] = 2 * a[i];
  }
}

int main(int count, char **arguments) {
  const long n = count > 1 ? atol(arguments[1]) : 10;
  double *a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (double)i;
  region(n, a);
  long wrong = 0;
  for (long i = 0; i < n; i++)
    wrong += a[i] != (double)i;
  printf("%ld wrong\n", wrong);
  free(a);
  return 0;
}
