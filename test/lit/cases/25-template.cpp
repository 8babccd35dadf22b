// CASE 25: transformed | a region in a function template
// OpenMP: each instance is a function with a region of its own.
// RUN: %case %s
// TEXT: template
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 2 last 101 sum 5150 placed 343400
// VALUE: b: first 2.5 last 101.5 sum 5200 placed 345925
#include "show.h"
template <class T, int base> static void work(T *a, int n, T step) {
  T twice = step;
#pragma omp target map(from : a[0 : n])
  {
    twice += step;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i + base;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += twice;
  }
}
int main() {
  int a[100];
  double b[100];
  work<int, 0>(a, 100, 1);
  work<double, 1>(b, 100, 0.75);
  show_ints("a", a, 100);
  show_doubles("b", b, 100);
}
