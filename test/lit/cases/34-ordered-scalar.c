// CASE 34: split only | a scalar written in ordered regions of a parallel loop
// OpenMP: neither may stand on a distribute construct; ordered regions execute in the loop's order.
// RUN: %case %s
// TEXT: #pragma omp target parallel for{{.*}}ordered
// TEXT: #pragma omp target parallel for{{.*}}linear(x
// REMARK: remark: CLV104
// REMARK: remark: CLV104
// VALUE: last 999 x 5
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
// VALUE: b: first 5 last 2003 sum 1004000 placed 669168500
#include "show.h"
int main(void) {
  int a[1000], b[1000], last = -1, x = 5;
#pragma omp target map(from : a, b) map(tofrom : last)
  {
#pragma omp parallel for ordered
    for (int i = 0; i < 1000; i++) {
#pragma omp ordered
      {
        a[i] = last + 1;
        last = i;
      }
    }
#pragma omp parallel for linear(x : 2)
    for (int i = 0; i < 1000; i++) {
      b[i] = x;
      x += 2;
    }
  }
  printf("last %d x %d\n", last, x);
  show_ints("a", a, 1000);
  show_ints("b", b, 1000);
}
