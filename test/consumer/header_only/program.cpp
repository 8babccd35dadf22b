// The library here and in other.cpp. Exit status 1 if an element is wrong.
#include "mirror.hpp"

#include <array>
#include <cstdio>
#include <vector>

void mirror_array(const std::array<double, 1000> &a, std::array<double, 1000> &b);

int main() {
  const int n = 1000;
  std::vector<double> a(n), b(n);
  std::array<double, 1000> c, d;
  for (int i = 0; i < n; i++) {
    a[i] = 2.0 * i;
    c[i] = i;
  }
  mirror(a, b, 1.0);
  mirror_array(c, d);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += b[i];
    if (b[i] != a[n - 1 - i] + 1.0 || d[i] != c[n - 1 - i])
      return 1;
  }
  std::printf("sum %.1f\n", sum);
}
