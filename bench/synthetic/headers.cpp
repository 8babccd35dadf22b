// FILE: bench/synthetic/headers.cpp
// WHAT: a region behind many headers of the library, as C++ programs have them, for bench/compile_time.sh.
#include <vector>
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <memory>
#include <functional>
#include <cstdio>

static void add(double *a, const double *b, int n) {
#pragma omp target map(tofrom: a[0:n]) map(to: b[0:n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += b[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= b[i];
  }
}

int main() {
  std::vector<double> a(1000, 1), b(1000, 2);
  std::map<std::string, int> names;
  names["x"] = 3;
  add(a.data(), b.data(), 1000);
  std::sort(a.begin(), a.end());
  std::cout << a[3] << names["x"] << "\n";
}
