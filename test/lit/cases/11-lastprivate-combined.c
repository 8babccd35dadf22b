// CASE 11: split only | lastprivate on a construct combined with target
// OpenMP 5.0: the variable is mapped tofrom, so the host sees the value of the last iteration.
// CLANG19: the value is lost, x and y stay -1
// RUN: %case %s
// TEXT: #pragma omp target parallel for{{.*lastprivate\(x\).*map\(tofrom: ?x\)|.*map\(tofrom: ?x\).*lastprivate\(x\)}}
// TEXT: a[i] = x;
// TEXT: #pragma omp target teams distribute parallel for{{.*lastprivate\(y\).*map\(tofrom: ?y\)|.*map\(tofrom: ?y\).*lastprivate\(y\)}}
// VALUE: x 999 y 1998
// VALUE: a: first 0 last 2997 sum 1498500 placed 999999000
// PLAIN: x -1 y -1
// PLAIN: a: first 0 last 2997 sum 1498500 placed 999999000
#include "show.h"
int main(void) {
  int x = -1, y = -1, a[1000];
#pragma omp target parallel for lastprivate(x) map(from : a)
  for (int i = 0; i < 1000; i++) {
    x = i;
    a[i] = x;
  }
#pragma omp target teams distribute parallel for lastprivate(y) map(tofrom : a)
  for (int i = 0; i < 1000; i++) {
    y = 2 * i;
    a[i] += y;
  }
  printf("x %d y %d\n", x, y);
  show_ints("a", a, 1000);
}
