// Operators, conversions and iterators of the program's classes, called by the library.
#include "host.h"
#include <algorithm>
#include <numeric>
#include <vector>
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
static double a[N];
struct Item {
  int k;
  bool operator<(const Item &other) const {
    a[5] += 1;
    return a[k] < a[other.k];
  }
};
struct Sum {
  double v;
  Sum operator+(int k) const { return {v + a[k]}; }
};
int main() {
  fill(a, N);
  std::vector<Item> items{{3}, {1}, {2}};
  std::vector<int> numbers{1, 2, 3};
  for (int t = 0; t < 3; t++) {
    step(a, N);
    std::sort(items.begin(), items.end());
    step(a, N);
    printf("%d %g ", items[0].k, std::accumulate(numbers.begin(), numbers.end(), Sum{0}).v);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
