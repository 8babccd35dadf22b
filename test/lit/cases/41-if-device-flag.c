// CASE 41: transformed | a branch around a parallel loop that reads the device's data
// OpenMP: the flag's value on the device decides, which serial code of the region has set.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: flag[0]
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: flag 0
// VALUE: a: first 5 last 5 sum 500 placed 25250
// VALUE: b: first 5 last 5 sum 500 placed 25250
#include "show.h"
int main(void) {
  int a[100], b[100], flag[1] = {0};
#pragma omp target map(to : flag) map(from : a, b)
  {
    flag[0] = 1;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = b[i] = 1;
    if (flag[0]) {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = 5;
    } else {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = 6;
    }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = a[99 - i];
  }
  printf("flag %d\n", flag[0]);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
