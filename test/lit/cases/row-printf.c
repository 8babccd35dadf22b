// ROW printf: transformed | printf in serial code of the region
// OpenMP: an ordinary call, on the device, in the program's order.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target map(
// TEXT: printf("third %d\n", a[3]);
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: third 3
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    printf("third %d\n", a[3]);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  show_ints("a", a, 100);
}
