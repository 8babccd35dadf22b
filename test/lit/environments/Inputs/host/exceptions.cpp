// Exceptions leave the loop: thrown directly, by a called function, by a constructor.
#include "host.h"
#include <stdexcept>
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
struct Check {
  explicit Check(int t) {
    if (t == 2)
      throw std::runtime_error("check");
  }
};
static void run(double *a, int kind) {
  for (int t = 0; t < 4; t++) {
    step(a, N);
    if (kind == 0 && t == 1)
      throw 1;
    if (kind == 1)
      Check check(t);
    step(a, N);
  }
}
int main() {
  static double a[N];
  fill(a, N);
  for (int kind = 0; kind < 3; kind++) {
    try {
      run(a, kind);
    } catch (...) {
      printf("caught %g ", a[4]);
    }
    a[5] = 1;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
