// CASE 35: split only | partial sums indexed by the number of the thread
// OpenMP: within one team each number is one thread.
// RUN: %case %s
// TEXT: #pragma omp target parallel for
// TEXT: omp_get_thread_num
// REMARK: remark: CLV105
// VALUE: sum 499500
// VALUE: a: first 0 last 999 sum 499500 placed 333333000
#include "show.h"
#include <omp.h>
int main(void) {
  int a[1000], partial[256], sum = 0;
  for (int i = 0; i < 256; i++)
    partial[i] = 0;
#pragma omp target map(from : a) map(tofrom : partial)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      partial[omp_get_thread_num()] += a[i];
  }
  for (int i = 0; i < 256; i++)
    sum += partial[i];
  printf("sum %d\n", sum);
  show_ints("a", a, 1000);
}
