// A lambda captures an array of pointers by value.
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
  auto f = [arr](int k) -> double & { return arr[1][k]; };
  for (int t = 0; t < 3; t++) {
    step(a, N);
    f(2) += 1;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
