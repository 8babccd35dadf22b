// CASE 50: transformed | an array of variable length declared in the region
// OpenMP: its life is the region. On nvptx, clang 19 has no such arrays at all.
// RUN: %case %s
// TEXT: int loc[n];
// TEXT: #pragma omp target data map(alloc: loc)
// VALUE: o 49
// VALUE: a: first 49 last 0 sum 1225 placed 20825
#include "show.h"
static void work(int *a, int n) {
  int o = 0;
#pragma omp target map(from : a[0:n]) map(tofrom : o)
  {
    int loc[n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      loc[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = loc[n - 1 - i];
    o = loc[n - 1];
  }
  printf("o %d\n", o);
}
int main(void) {
  int a[50];
  work(a, 50);
  show_ints("a", a, 50);
}
