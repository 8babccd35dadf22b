#include <stdio.h>
static int sum(const float *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += (int)a[i];
  return total;
}
static void scale(float *a, int n) {
  int before = n;
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  before += 1;
  printf("%d\n", before);
}
int main(void) {
  static float a[100];
  for (int i = 0; i < 100; i++)
    a[i] = (float)i;
  scale(a, 100);
  printf("%d\n", sum(a, 100));
  return 0;
}
