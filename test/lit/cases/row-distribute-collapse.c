// ROW distribute-collapse: transformed | parallel loops in the iterations of a distribute loop with collapse
// OpenMP: the iterations of both loops form one iteration space, which is distributed across the teams.
// RUN: %case %s
// TEXT: collapse(3)
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100];
#pragma omp target teams distribute collapse(2) map(from : a)
  for (int r = 0; r < 2; r++)
    for (int c = 0; c < 5; c++) {
#pragma omp parallel for
      for (int i = 0; i < 10; i++)
        a[(r * 5 + c) * 10 + i] = (r * 5 + c) * 10 + i;
#pragma omp parallel for
      for (int i = 0; i < 10; i++)
        a[(r * 5 + c) * 10 + i] += 1;
    }
  show_ints("a", a, 100);
}
