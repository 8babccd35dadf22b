// CASE 24: transformed | lambdas called in loops, captured by value and by reference
// OpenMP: a lambda is mapped as an object; what it captures by reference is mapped with it.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: k 3
// VALUE: a: first 8 last 107 sum 5750 placed 373700
#include "show.h"
int main() {
  int a[100], k = 3;
  auto by_value = [=](int x) { return x + k; };
  auto by_reference = [&k](int x) { return x + k + 2; };
#pragma omp target map(from : a) map(to : k)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = by_value(i);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = by_reference(a[i]);
  }
  printf("k %d\n", k);
  show_ints("a", a, 100);
}
