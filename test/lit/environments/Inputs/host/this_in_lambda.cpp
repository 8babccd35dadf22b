// `this` in a lambda is the object of the function around it.
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
struct Field {
  double *u;
  int n;
  void run() {
    auto add = [this](int i) { u[i] += 1; };
    auto print = [=, copy = *this] { printf("%g %d ", copy.u[4], n); };
    for (int t = 0; t < 3; t++) {
      step(u, n);
      add(3);
      step(u, n);
      print();
    }
  }
};
int main() {
  Field f{new double[N], N};
  fill(f.u, N);
  f.run();
  printf("%g\n", sum(f.u, N));
  delete[] f.u;
}
