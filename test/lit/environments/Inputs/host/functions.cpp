// Function objects: std::function, std::bind, captures by reference and by value, lambdas that are returned and stored.
#include "host.h"
#include <functional>
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
static auto reader(double *p) {
  return [p](int i) { return p[i]; };
}
static auto writer(double *p) {
  return [p](int i, double v) { p[i] = v; };
}
struct Holder {
  std::function<void(int)> f;
};
int main() {
  static double a[N];
  fill(a, N);
  double *q = a;
  std::function<double(int)> get = [q](int i) { return q[i]; };
  auto read = reader(a);
  auto write = writer(a);
  Holder holder{[&](int i) { a[i] += 1; }};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", read(3), get(4));
    step(a, N);
    write(5, t);
    holder.f(6);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
