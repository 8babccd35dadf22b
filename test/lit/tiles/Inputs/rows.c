/* The sums of the rows of a large matrix, three times: r = a v. */
#include <stdio.h>
#include <stdlib.h>

static void rows(long n, const double *a, const double *v, double *r) {
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(from : r[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
      double sum = 0;
      for (long j = 0; j < n; j++)
        sum += a[i * n + j] * v[j];
      r[i] = sum;
    }
  }
}

int main(int count, char **arguments) {
  const long n = count > 1 ? atol(arguments[1]) : 10;
  double *a = calloc((size_t)(n * n), sizeof *a), *v = calloc((size_t)n, sizeof *v), *r = calloc((size_t)n, sizeof *r);
  for (int times = 0; times < 3; times++)
    rows(n, a, v, r);
  printf("%g\n", r[n - 1]);
  free(a), free(v), free(r);
  return 0;
}
