// CASE 59: transformed | target parallel with several worksharing loops and nothing else
// OpenMP: a barrier ends each loop; no statement depends on the thread.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 0 last 198 sum 9900 placed 666600
// VALUE: b: first 198 last 0 sum 9900 placed 333300
#include "show.h"
int main(void) {
  int a[100], b[100];
#pragma omp target parallel map(from : a, b)
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = 2 * i;
#pragma omp for
    for (int i = 0; i < 100; i++)
      b[i] = a[99 - i];
  }
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
