/* The conversion %n of printf writes. */
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
static struct {
  int k;
  double pad;
} x;
int main(void) {
  int *a = malloc(N * sizeof *a);
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int t = 0; t < 3; t++) {
#pragma omp target map(tofrom : a[0 : N])
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += i;
    }
    printf("hello%n\n", &a[3]);
#pragma omp target map(tofrom : a[0 : N])
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += i;
    }
  }
  for (int i = 0; i < N; i++)
    printf("%d ", a[i]);
}
