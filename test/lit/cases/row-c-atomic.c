// ROW c-atomic: refused CLV252 | an _Atomic object in the region
// OpenMP: it says nothing of C's atomic objects.
// RUN: %case %s -Wno-openmp-mapping
// REMARK: remark: CLV252
// VALUE: v 107
// VALUE: a: first 0 last 99 sum 4950 placed 333300
#include "show.h"
int main(void) {
  _Atomic int v = 3;
  int a[100];
#pragma omp target map(from : a) map(tofrom : v)
  {
    v += 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      v++;
  }
  printf("v %d\n", v);
  show_ints("a", a, 100);
}
