// A structured binding calls a function of the program.
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
#include <tuple>
struct Q {
  double *x;
};
namespace std {
template <> struct tuple_size<Q> {
  static constexpr int value = 2;
};
template <> struct tuple_element<0, Q> {
  using type = double *;
};
template <> struct tuple_element<1, Q> {
  using type = double;
};
} // namespace std
template <int K> auto get(Q q) {
  if constexpr (K == 0)
    return q.x;
  else
    return q.x[5]++;
}
int main() {
  double *a = new double[N];
  fill(a, N);
  Q q{a};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    auto [u, v] = q;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
