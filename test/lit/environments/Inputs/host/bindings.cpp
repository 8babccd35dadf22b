// Structured bindings, pairs, tuples, arrays, references that functions of the library return.
#include "host.h"
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
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
  double *a = new double[N], *b = new double[N];
  fill(a, N);
  fill(b, N);
  std::pair<int, double *> pair(1, a);
  auto [number, first] = pair;
  auto tuple = std::make_tuple(a, 2, b);
  auto &[left, two, right] = tuple;
  std::array<double *, 2> both = {a, b};
  std::optional<double *> maybe = b;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(b, N);
    first[3] += 1;
    pair.second[4] += 1;
    left[5] += 1;
    printf("%g %g %d ", right[6], std::get<0>(tuple)[7], number + two);
    both[t % 2][8] += 1;
    (*maybe)[9] += 1;
    double *lower = std::min(a, b);
    lower[10] = a < b;
    step(a, N);
    step(b, N);
    (a[11] > 0 ? a[11] : b[11]) = t;
    step(a, N);
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N) * 0 + right[12]);
  delete[] a;
  delete[] b;
}
