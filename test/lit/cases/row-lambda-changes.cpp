// ROW lambda-changes: refused CLV222 | a lambda object that its calls change
// OpenMP: the region has one copy of it, and its first call is seen by the second.
// RUN: %case %s
// REMARK: remark: CLV222: {{.*}}'next' is private or firstprivate
// VALUE: a: first 11 last 110 sum 6050 placed 388850
#include "show.h"
int main() {
  int a[100], k = 3;
  auto next = [k]() mutable { return k += 4; };
#pragma omp target map(from : a)
  {
    int one = next();
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + one - 7;
    one = next();
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += one;
  }
  show_ints("a", a, 100);
}
