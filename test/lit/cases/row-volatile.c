// ROW volatile: refused CLV252 | a volatile object written in serial code of the region
// OpenMP: it is mapped like another; each access is one, and on the device.
// RUN: %case %s
// REMARK: remark: CLV252
// VALUE: v 7
// VALUE: a: first 7 last 106 sum 5650 placed 368650
#include "show.h"
int main(void) {
  volatile int v = 3;
  int a[100];
#pragma omp target map(from : a) map(tofrom : v)
  {
    v += 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += v;
  }
  printf("v %d\n", v);
  show_ints("a", a, 100);
}
