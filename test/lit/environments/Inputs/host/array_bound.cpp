// A structured binding copies an array of pointers.
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
int main() {
  double *a = new double[N];
  fill(a, N);
  double *arr[2] = {a, a + 3};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    auto [m, n] = arr;
    n[4] += 1;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
