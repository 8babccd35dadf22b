// ROW widen-one-loop: transformed | a region with one parallel loop
// OpenMP: the loop runs in one team; nothing in it can tell that there are more.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT-NOT: target data
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target map(from : a)
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
  show_ints("a", a, 100);
}
