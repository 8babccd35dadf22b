// CASE 10: split only | lastprivate on a loop, read by serial code afterwards
// OpenMP: x is firstprivate in the region; its last value reaches the serial code, not the host.
// RUN: %case %s
// TEXT: #pragma omp target parallel for{{.*}}lastprivate(x)
// REMARK: remark: CLV104
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
