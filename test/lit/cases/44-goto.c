// CASE 44: refused CLV240 | goto from one loop's surroundings to another's
// OpenMP: inside the region a jump is as good as anywhere.
// RUN: %case %s
// REMARK: remark: CLV240
// VALUE: a: first 5 last 5 sum 500 placed 25250
#include "show.h"
static void work(int *a, int steps) {
#pragma omp target map(tofrom : a[0:100])
  {
    int t = 0;
  again:
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
    if (++t < steps)
      goto again;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 2;
  }
}
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = 0;
  work(a, 3);
  show_ints("a", a, 100);
}
