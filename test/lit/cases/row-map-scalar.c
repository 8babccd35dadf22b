// ROW map-scalar: transformed | mapped scalars: map(tofrom:), and defaultmap(tofrom: scalar)
// OpenMP: the host sees what the region writes.
// RUN: %case %s
// TEXT: #pragma omp target data {{.*}}map(tofrom{{ ?}}: s)
// TEXT: #pragma omp target data
// VALUE: s 14 d 17
// VALUE: a: first 10 last 109 sum 5950 placed 383800
#include "show.h"
int main(void) {
  int s = 3, d = 10, a[100];
#pragma omp target map(tofrom : s) map(from : a)
  {
    s += 4;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + s;
    s *= 2;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += s - 14;
  }
#pragma omp target defaultmap(tofrom : scalar)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += d - 7;
    d += 7;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += d - 17;
  }
  printf("s %d d %d\n", s, d);
  show_ints("a", a, 100);
}
