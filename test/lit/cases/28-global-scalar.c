// CASE 28: transformed | a global scalar that is not declare target
// OpenMP: it is firstprivate like a local one; the host's stays as it is.
// RUN: %case %s
// TEXT: int {{[a-z_]*}} = g;
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: g 1
// VALUE: a: first 8 last 107 sum 5750 placed 373700
#include "show.h"
static int g = 1;
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + g;
    g += 6;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += g;
  }
  printf("g %d\n", g);
  show_ints("a", a, 100);
}
