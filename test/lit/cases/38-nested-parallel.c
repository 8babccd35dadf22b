// CASE 38: transformed | a parallel loop inside a parallel loop
// OpenMP: the inner one is executed by a team of its own, here of one thread; results do not tell.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp parallel for
// VALUE: a: first 0 last 62 sum 31744 placed 19149568
#include "show.h"
#define N 32
int main(void) {
  int a[N * N];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      a[i] = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp parallel for
      for (int j = 0; j < N; j++)
        a[i * N + j] += i + j;
    }
  }
  show_ints("a", a, N * N);
}
