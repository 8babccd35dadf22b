// CASE 15: transformed | a firstprivate array that the region changes
// OpenMP: the region has a copy; the host's array stays as it is.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: o 104 fa 1 2 3 4
// VALUE: a: first 104 last 203 sum 15350 placed 858500
#include "show.h"
int main(void) {
  int fa[4] = {1, 2, 3, 4}, o = 0, a[100];
#pragma omp target firstprivate(fa) map(tofrom : o) map(from : a)
  {
    fa[0] += 100;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = fa[0] + i;
    fa[0] += 3;
    o = fa[0];
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += fa[0] - fa[3] - 97;
  }
  printf("o %d fa %d %d %d %d\n", o, fa[0], fa[1], fa[2], fa[3]);
  show_ints("a", a, 100);
}
