/* A loop in place, and one with what all rows read. The simulated driver plays kernels without executing them, so what comes
 * back is what was sent. */
#include <stdio.h>
#include <stdlib.h>

static void in_place(long n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (long i = 0; i < n; i++)
    a[i] = 2 * a[i];
}

static void rows(long n, const double *a, const double *v, double *r) {
#pragma cleave pipeline(devices)
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(tofrom : r[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
      double sum = 0;
      for (long j = 0; j < n; j++)
        sum += a[i * n + j] * v[j];
      r[i] += sum;
    }
  }
}

int main(int count, char **arguments) {
  const long n = count > 1 ? atol(arguments[1]) : 10;
  double *a = malloc((size_t)(n * n) * sizeof *a), *v = calloc((size_t)n, sizeof *v),
         *r = malloc((size_t)n * sizeof *r);
  for (long i = 0; i < n * n; i++)
    a[i] = (double)i;
  for (long i = 0; i < n; i++)
    r[i] = (double)i;
  in_place(n * n, a);
  rows(n, a, v, r);
  long wrong = 0;
  for (long i = 0; i < n * n; i++)
    wrong += a[i] != (double)i;
  for (long i = 0; i < n; i++)
    wrong += r[i] != (double)i;
  printf("%ld wrong\n", wrong);
  free(a), free(v), free(r);
  return 0;
}
