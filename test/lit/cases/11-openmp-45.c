// CASE 11: split only | lastprivate in a region of OpenMP 4.5, which allows no map clause beside it
// OpenMP: the last value reaches the code after the loop; the host's x stays as it is.
// RUN: %case %s -fopenmp-version=45
// TEXT: #pragma omp target data
// TEXT: lastprivate(x)
// VALUE: o 999 x -1
// VALUE: a: first 999 last 1998 sum 1498500 placed 833332500
#include "show.h"
int main(void) {
  int x = -1, o = 0, a[1000];
#pragma omp target map(tofrom : o) map(from : a)
  {
#pragma omp parallel for lastprivate(x)
    for (int i = 0; i < 1000; i++) {
      x = i;
      a[i] = x;
    }
    o = x;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += x;
  }
  printf("o %d x %d\n", o, x);
  show_ints("a", a, 1000);
}
