// ROW thread-synchronization: transformed | a parallel block with a barrier between two worksharing loops
// OpenMP: barrier binds to the team; the end of a kernel is one for all teams.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 2 last 200 sum 10100 placed 676700
#include "show.h"
int main(void) {
  int a[100], b[100];
#pragma omp target map(from : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel
    {
      int one = 1;
#pragma omp for nowait
      for (int i = 0; i < 100; i++)
        b[i] = a[i] + one;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < 100; i++)
        a[i] = b[99 - i] + one - 1;
    }
#pragma omp parallel for schedule(static, 5)
    for (int i = 0; i < 100; i++)
      a[i] = b[i] * 2;
  }
  show_ints("a", a, 100);
}
