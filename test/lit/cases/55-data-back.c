// CASE 55: transformed | data that a later loop no longer needs, in a region executed twenty times
// OpenMP: when a region ends, everything mapped from is on the host.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: stale 0
// VALUE: c: first 23 last 23 sum 2300000 placed 115001150000
#include "show.h"
#include <stdlib.h>
#define N 100000
int main(void) {
  int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c), stale = 0;
  for (int run = 1; run <= 20; run++) {
    for (int i = 0; i < N; i++) {
      a[i] = -1;
      b[i] = run;
      c[i] = 1;
    }
#pragma omp target map(from : a[0:N]) map(to : b[0:N]) map(tofrom : c[0:N])
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] = b[N - 1 - i] + 1;
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        c[i] += b[i] + 2;
    }
    for (int i = 0; i < N; i++)
      stale += a[i] != run + 1 || c[i] != run + 3;
  }
  printf("stale %d\n", stale);
  show_ints("c", c, N);
  free(a);
  free(b);
  free(c);
}
