// CASE 09: transformed | a scalar that is only read needs no map clause
// OpenMP: it is firstprivate on every kernel, with the value it has there.
// RUN: %case %s
// TEXT: #pragma omp target data map(from: a)
// TEXT-NOT: map({{.*}}s)
// TEXT: for (int i
// TEXT-NOT: map({{.*}}s)
// TEXT: a[i] += s;
// VALUE: s 3
// VALUE: a: first 3 last 102 sum 5250 placed 348450
#include "show.h"
int main(void) {
  int s = 3, a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += s;
  }
  printf("s %d\n", s);
  show_ints("a", a, 100);
}
