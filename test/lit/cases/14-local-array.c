// CASE 14: transformed | an array declared in the region, used by two loops and serial code
// OpenMP: its life is the region; the threads of the parallel loops share it.
// RUN: %case %s
// TEXT: #pragma omp target data {{.*}}map(alloc: {{.*}}loc
// TEXT: #pragma omp target teams distribute parallel for{{.*}}loc
// TEXT: loc[i] = i;
// VALUE: o 4950
// VALUE: a: first 99 last 0 sum 4950 placed 166650
#include "show.h"
int main(void) {
  int o = 0, a[100];
#pragma omp target map(tofrom : o) map(from : a)
  {
    int loc[100];
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      loc[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = loc[99 - i];
    for (int i = 0; i < 100; i++)
      o += loc[i];
  }
  printf("o %d\n", o);
  show_ints("a", a, 100);
}
