// CASE 03: transformed | target teams with two distribute loops
// OpenMP: nothing orders the loops of different teams; kernels in a row are one of the orders allowed.
// ONE TEAM: with several, the second loop of one team races with the first loop of another.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
// VALUE: b: first 999 last 0 sum 499500 placed 166666500
#include "show.h"
int main(void) {
  int a[1000], b[1000];
#pragma omp target teams map(from : a, b)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      b[i] = a[999 - i];
  }
  show_ints("a", a, 1000);
  show_ints("b", b, 1000);
}
