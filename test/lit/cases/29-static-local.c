// CASE 29: refused CLV250 | a static variable of the region
// OpenMP: on the device it keeps its value from one execution of the region to the next.
// RUN: %case %s
// REMARK: remark: CLV250
// VALUE: calls 1 2 3
// VALUE: a: first 3 last 102 sum 5250 placed 348450
#include "show.h"
static int work(int *a) {
  int seen = 0;
#pragma omp target map(tofrom : a[0:100], seen)
  {
    static int calls;
    calls++;
    seen = calls;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += seen;
  }
  return seen;
}
int main(void) {
  int a[100];
  int first = work(a), second = work(a);
  printf("calls %d %d %d\n", first, second, work(a));
  show_ints("a", a, 100);
}
