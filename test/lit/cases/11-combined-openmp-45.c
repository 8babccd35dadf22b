// CASE 11: split only | lastprivate on a construct combined with target, OpenMP 4.5
// OpenMP: the host sees the value of the last iteration.
// CLANG19: the value is lost, x stays -1; map(tofrom: x) beside lastprivate(x) is an error here
// RUN: %case %s -fopenmp-version=45
// TEXT: lastprivate(
// VALUE: x 999
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
// PLAIN: x -1
// PLAIN: a: first 0 last 999 sum 499500 placed 333333000
#include "show.h"
int main(void) {
  int x = -1, a[1000];
#pragma omp target parallel for lastprivate(x) map(from : a)
  for (int i = 0; i < 1000; i++) {
    x = i;
    a[i] = x;
  }
  printf("x %d\n", x);
  show_ints("a", a, 1000);
}
