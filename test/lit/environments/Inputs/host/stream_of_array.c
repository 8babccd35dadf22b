/* A stream has the array as its memory. */
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
#define _GNU_SOURCE
int main(void) {
  char *a = calloc(64, 1);
  FILE *f = fmemopen(a, 64, "w");
  setvbuf(f, 0, _IONBF, 0);
  for (int t = 0; t < 3; t++) {
#pragma omp target map(tofrom : a[0 : 64])
    {
#pragma omp parallel for
      for (int i = 0; i < 64; i++)
        a[i] += 1;
    }
    fputs("ab", f);
#pragma omp target map(tofrom : a[0 : 64])
    {
#pragma omp parallel for
      for (int i = 0; i < 64; i++)
        a[i] += 2;
    }
  }
  for (int i = 0; i < 20; i++)
    printf("%d ", a[i]);
}
