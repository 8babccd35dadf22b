// CASE 26: transformed | references to a scalar and to an array
// OpenMP: a reference stands for what it refers to: the scalar is firstprivate, the array mapped tofrom.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: s 3
// VALUE: a: first 13 last 112 sum 6250 placed 398950
#include "show.h"
int main() {
  int a[100], s = 3;
  int(&array)[100] = a;
  int &scalar = s;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      array[i] += scalar;
    scalar += 7;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      array[i] += scalar;
  }
  printf("s %d\n", s);
  show_ints("a", a, 100);
}
