// A lambda has the value that a pointer had, not the one that it has now.
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
  double *a = new double[N], *b = new double[N], *p = a;
  fill(a, N);
  fill(b, N);
  auto look = [p](int i) { return p[i]; };
  auto change = [p](int i) { p[i] = 1; };
  auto current = [&] { return p[4]; };
  for (int t = 0; t < 4; t++) {
    step(a, N);
    step(b, N);
    p = p == a ? b : a;
    printf("%g %g ", look(3), current());
    change(5);
    step(a, N);
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
  delete[] a;
  delete[] b;
}
