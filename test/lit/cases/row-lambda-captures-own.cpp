// ROW lambda-captures-own: refused CLV222 | a lambda that captures by reference what the region does not map
// OpenMP: the captured variable is mapped with the lambda.
// RUN: %case %s
// REMARK: remark: CLV222: {{.*}}'by_reference' is private or firstprivate
// VALUE: a: first 10 last 109 sum 5950 placed 383800
#include "show.h"
int main() {
  int a[100], k = 3;
  auto by_reference = [&k](int x) { return x + k + 2; };
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = by_reference(i);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = by_reference(a[i]);
  }
  show_ints("a", a, 100);
}
