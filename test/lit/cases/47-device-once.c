// CASE 47: transformed | device with an expression that has an effect
// OpenMP: it is evaluated once.
// RUN: %case %s
// TEXT: #pragma omp target data {{.*}}device{{ ?}}(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}device{{ ?}}(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}device{{ ?}}(
// VALUE: k 1
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100], k = 0;
#pragma omp target device(k++) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  printf("k %d\n", k);
  show_ints("a", a, 100);
}
