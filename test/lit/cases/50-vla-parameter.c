// CASE 50: transformed | a parameter of variable length type, a[n][m]
// OpenMP: the lengths are firstprivate on each kernel.
// RUN: %case %s
// TEXT: #pragma omp target data map(from: a[0:n][0:m])
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 4 last 40 sum 2200 placed 129250
#include "show.h"
static void work(int n, int m, int a[n][m]) {
#pragma omp target map(tofrom : a[0:n][0:m])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i][j] = 2 * i + 2 * j;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i][j] += 4;
  }
}
int main(void) {
  int a[10][10];
  work(10, 10, a);
  show_ints("a", &a[0][0], 100);
}
