// CASE 30: split only | critical in a parallel loop
// OpenMP: critical excludes the threads of one contention group, which is one team's.
// RUN: %case %s
// LABEL: fast
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel for
// REMARK: remark: CLV107
// VALUE: count 1000
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
#include "show.h"
int main(void) {
  int count = 0, a[1000];
#pragma omp target map(tofrom : count) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp critical
      count = count + 1;
    }
  }
  printf("count %d\n", count);
  show_ints("a", a, 1000);
}
