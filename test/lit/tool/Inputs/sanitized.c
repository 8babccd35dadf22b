#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
  int n = 100;
  float *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = (float)i;
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  if (count == 2)
    printf("%g\n", a[n]);
  if (count == 3)
    printf("%d\n", n << (count * 20));
  printf("%g\n", a[n - 1]);
  free(a);
  return 0;
}
