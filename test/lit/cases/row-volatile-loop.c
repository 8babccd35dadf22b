// ROW volatile-loop: split only | a volatile access inside a parallel loop
// OpenMP: iterations may wait for each other only where they share a team.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel for
// REMARK: remark: CLV109
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      *(volatile int *)&a[i] += 1;
  }
  show_ints("a", a, 100);
}
