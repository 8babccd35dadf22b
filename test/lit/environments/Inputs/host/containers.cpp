// Pointers in containers.
#include "host.h"
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>
#include <list>
#include <array>
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
  std::vector<double *> v;
  v.push_back(a);
  std::vector<double *> w(v.begin(), v.end());
  std::map<std::string, double *> m;
  m["a"] = a;
  m.insert({"b", b});
  std::vector<std::uintptr_t> numbers{(std::uintptr_t)a};
  std::list<std::pair<int, double *>> l;
  l.emplace_back(1, a);
  std::array<double *, 2> both = {a, b};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    step(b, N);
    v[0][3] += 1;
    w.front()[4] += 1;
    printf("%g %g ", m["a"][5], m.at("b")[6]);
    ((double *)numbers[0])[7] += 1;
    l.front().second[8] += 1;
    both[t % 2][9] += 1;
    step(a, N);
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
  delete[] a;
  delete[] b;
}
