// CASE 42: transformed | the region changes the variable that bounds a map clause
// OpenMP: map clauses are evaluated once, when the region begins.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: n 100
// VALUE: a: first 2 last 1 sum 120 placed 5260
#include "show.h"
static void work(int *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 1;
    n = 20;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  printf("n %d\n", n);
}
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = -1;
  work(a, 100);
  show_ints("a", a, 100);
}
