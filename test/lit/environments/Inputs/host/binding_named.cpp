// A statement names a structured binding that is declared before; no construct can capture one.
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
struct P {
  int k;
  double w;
};
int main() {
  double *a = new double[N];
  fill(a, N);
  auto [k, w] = P{3, 2.0};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(a, N);
    printf("%d %g\n", k, w);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
