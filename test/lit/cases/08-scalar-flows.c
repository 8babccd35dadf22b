// CASE 08: transformed | a firstprivate scalar that serial code writes, a loop reads, serial code reads
// OpenMP: s is firstprivate in the region: its values flow through it, the host's s stays 3.
// RUN: %case %s
// LABEL: fast
// TEXT: int {{[a-z_]*}}s{{[a-z_]*}} = s;
// TEXT: #pragma omp target teams distribute parallel for{{.*}}a
// VALUE: o 14 s 3
// VALUE: a: first 7 last 106 sum 5650 placed 368650
#include "show.h"
int main(void) {
  int s = 3, o = 0, a[100];
#pragma omp target map(tofrom : o) map(from : a)
  {
    s += 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + s;
    s *= 2;
    o = s;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += s - 14;
  }
  printf("o %d s %d\n", o, s);
  show_ints("a", a, 100);
}
