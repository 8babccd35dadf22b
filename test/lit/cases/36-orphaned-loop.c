// CASE 36: transformed | a worksharing loop in a function that a parallel region calls
// OpenMP: the loop binds to the team that calls it; each of many teams would execute all of it.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target
// TEXT: add(a
// VALUE: a: first 0 last 1998 sum 999000 placed 666666000
#include "show.h"
#pragma omp declare target
static void add(int *a, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] += i;
}
#pragma omp end declare target
static void work(int *a) {
#pragma omp target map(from : a[0:1000])
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = 0;
#pragma omp parallel
    add(a, 1000);
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < 1000; i++)
      a[i] += i;
  }
}
int main(void) {
  int a[1000];
  work(a);
  show_ints("a", a, 1000);
}
