// CASE 44: transformed | a switch with parallel loops, beside loops of the region
// OpenMP: a case label may fall through from one loop to the next; the switch is one kernel, whole.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: switch (way)
// TEXT: #pragma omp parallel for
// TEXT: #pragma omp target
// VALUE: a: first 4 last 4 sum 400 placed 20200
#include "show.h"
static void work(int *a, int way) {
#pragma omp target map(tofrom : a[0:100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = 0;
    switch (way) {
    case 1:
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
      /* fall through */
    default:
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 2;
    }
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
}
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = 0;
  work(a, 1);
  show_ints("a", a, 100);
}
