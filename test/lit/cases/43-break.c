// CASE 43: transformed | break and continue in a loop around parallel loops
// OpenMP: they end the serial loop, or its pass, inside the region.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: break;
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 5 last 5 sum 500 placed 25250
// VALUE: b: first 10 last 10 sum 1000 placed 50500
#include "show.h"
static void work(int *a, int *b, int steps) {
#pragma omp target map(tofrom : a[0:100], b[0:100])
  {
    for (int t = 0;; t++) {
      if (t == steps)
        break;
      if (t == 2)
        continue;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        b[i] += a[99 - i] == t + (t < 2) ? 2 : 1;
    }
  }
}
int main(void) {
  int a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = 0;
  work(a, b, 6);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
