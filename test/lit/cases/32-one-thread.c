// CASE 32: split only | num_threads(1) with a dependence from iteration to iteration
// OpenMP: one thread executes the iterations in order, so the program is legal.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel for{{.*}}num_threads(1)
// REMARK: remark: CLV102
// VALUE: a: first 1 last 1000 sum 500500 placed 333833500
#include "show.h"
int main(void) {
  int a[1000];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = 1;
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < 1000; i++)
      a[i] += a[i - 1];
  }
  show_ints("a", a, 1000);
}
