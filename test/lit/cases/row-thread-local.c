// ROW thread-local: refused CLV252 | a threadprivate variable used in the region
// OpenMP: the value at the region is firstprivate in it.
// RUN: %case %s
// REMARK: remark: CLV252
// VALUE: t 3
// VALUE: a: first 3 last 102 sum 5250 placed 348450
#include "show.h"
static int t = 3;
#pragma omp threadprivate(t)
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += t;
  }
  printf("t %d\n", t);
  show_ints("a", a, 100);
}
