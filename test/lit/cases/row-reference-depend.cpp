// ROW reference-depend: refused CLV256 | a dependence on a reference that the region reads
// OpenMP: the dependence is on what it refers to, not on the region's copy.
// RUN: %case %s
// REMARK: remark: CLV256: {{.*}}depend(inout : s)
// VALUE: a: first 6 last 105 sum 5550 placed 363600
#include "show.h"
static void work(int *a, int &s) {
#pragma omp target map(tofrom : a[ : 100]) nowait depend(inout : s)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += s;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += s;
  }
}
int main() {
  int a[100], s = 3;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel
#pragma omp single
  {
    work(a, s);
#pragma omp task depend(inout : s) shared(s)
    s = 1000;
  }
  show_ints("a", a, 100);
}
