// ROW thread-limit: split only | thread_limit on the region
// OpenMP: it bounds the team; with thread_limit(1) a loop's iterations run in order.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target {{.*}}thread_limit(1)
// TEXT: #pragma omp target {{.*}}thread_limit(1)
// REMARK: remark: CLV102
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target thread_limit(1) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = 1;
#pragma omp parallel for
    for (int i = 1; i < 100; i++)
      a[i] += a[i - 1];
  }
  show_ints("a", a, 100);
}
