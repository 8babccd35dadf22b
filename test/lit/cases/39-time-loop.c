// CASE 39: transformed | a time loop around parallel loops, its counter declared outside
// OpenMP: the counter is firstprivate in the region; the host's stays 100.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: for (t = 0; t < 5; t++)
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: t 100 last 5
// VALUE: a: first 10 last 10 sum 1000 placed 50500
#include "show.h"
int main(void) {
  int a[100], t = 100, last = 0;
  for (int i = 0; i < 100; i++)
    a[i] = 0;
#pragma omp target map(tofrom : a, last)
  {
    for (t = 0; t < 5; t++) {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += t;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] -= t - 2;
    }
    last = t;
  }
  printf("t %d last %d\n", t, last);
  show_ints("a", a, 100);
}
