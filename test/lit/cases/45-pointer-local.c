// CASE 45: transformed | a pointer declared in the region that points into a mapped array
// OpenMP: on the device it holds the device's address.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 0 last 199 sum 9990 placed 721600
#include "show.h"
static void work(int *a) {
#pragma omp target map(tofrom : a[0:105])
  {
    int *q = a + 5;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      q[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      q[i] += i + 1;
  }
}
int main(void) {
  int a[105];
  for (int i = 0; i < 105; i++)
    a[i] = i < 5 ? -10 * (i == 4) : 0;
  work(a);
  show_ints("a", a, 105);
}
