// ROW union: transformed | a union written in serial code of the region
// OpenMP: it is mapped tofrom as a whole.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: u 9
// VALUE: a: first 9 last 108 sum 5850 placed 378750
#include "show.h"
union number {
  int whole;
  float real;
};
int main(void) {
  union number u = {3};
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    u.real = 2.5f;
    u.whole = 9;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += u.whole;
  }
  printf("u %d\n", u.whole);
  show_ints("a", a, 100);
}
