/* The array is the state of random. */
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
  char *a = calloc(64, 1);
  initstate(5, a, 64);
  for (int t = 0; t < 3; t++) {
#pragma omp target map(tofrom : a[0 : 64])
    {
#pragma omp parallel for
      for (int i = 8; i < 64; i++)
        a[i] += 1;
    }
    printf("%ld ", random());
#pragma omp target map(tofrom : a[0 : 64])
    {
#pragma omp parallel for
      for (int i = 8; i < 64; i++)
        a[i] += 2;
    }
  }
  for (int i = 4; i < 20; i++)
    printf("%d ", a[i]);
}
