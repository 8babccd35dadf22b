// CASE 45: transformed | two pointers that are swapped in a time loop of the region
// OpenMP: p and q are firstprivate in the region and hold the device's addresses.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: kept 1 1
// VALUE: a: first 2 last 2 sum 200 placed 10100
// VALUE: b: first 3 last 3 sum 300 placed 15150
#include "show.h"
static void work(int *a, int *b, int steps) {
  int *p = a, *q = b;
#pragma omp target map(tofrom : p[0:100], q[0:100])
  {
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        q[i] = p[99 - i] + 1;
      int *s = p;
      p = q;
      q = s;
    }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      p[i] += 0;
  }
  printf("kept %d %d\n", p == a, q == b);
}
int main(void) {
  int a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = 0;
  work(a, b, 3);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
