// ROW reference-other-name: transformed | references to a mapped scalar, on the device and on the host
// OpenMP: a scalar without a clause is firstprivate at the begin of the region, whatever it refers to.
// RUN: %case %s
// TEXT: int one = cleave_host_one;
// TEXT: #pragma omp target data map(tofrom: a[ : 100], s)
// VALUE: 1: s 6
// VALUE: a: first 14 last 113 sum 6350 placed 404000
// VALUE: 0: s 6
// VALUE: a: first 14 last 113 sum 6350 placed 404000
#include "show.h"
static void work(int *a, int &s, const int &one, const int &other, int on) {
#pragma omp target map(tofrom : a[ : 100]) map(tofrom : s) if (on)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += one + s;
    s = 6;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += one + other + s;
  }
}
int main() {
  for (int on = 1; on >= 0; on--) {
    int a[100], s = 2;
    for (int i = 0; i < 100; i++)
      a[i] = i;
    work(a, s, s, s, on);
    printf("%d: s %d\n", on, s);
    show_ints("a", a, 100);
  }
}
