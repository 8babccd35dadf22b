// CASE 16: transformed | a private variable that serial code sets and a loop reads
// OpenMP: one x for the whole region; the host's x is another.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: x 9
// VALUE: a: first 4 last 103 sum 5350 placed 353500
#include "show.h"
int main(void) {
  int x = 9, a[100];
#pragma omp target private(x) map(from : a)
  {
    x = 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + x;
    x -= 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += x;
  }
  printf("x %d\n", x);
  show_ints("a", a, 100);
}
