// CASE 37: transformed | barrier, single, master, sections and tasks in a parallel region between loops
// OpenMP: they bind to one team; the parallel construct stays whole, as one kernel of one team.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp {{(target )?}}parallel{{$}}
// TEXT: #pragma omp single
// TEXT: #pragma omp barrier
// TEXT: #pragma omp sections
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: flags 1111
// VALUE: sum 500500
// VALUE: a: first 1 last 1000 sum 500500 placed 333833500
#include "show.h"
int main(void) {
  int a[1000], flags = 0, sum = 0;
#pragma omp target map(from : a) map(tofrom : flags, sum)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel
    {
#pragma omp single
      flags += 1;
#pragma omp master
      {
#pragma omp atomic
        flags += 10;
      }
#pragma omp barrier
#pragma omp sections
      {
#pragma omp section
        {
#pragma omp atomic
          flags += 100;
        }
#pragma omp section
        {
#pragma omp atomic
          flags += 1000;
        }
      }
#pragma omp single
      for (int i = 0; i < 1000; i++) {
#pragma omp task firstprivate(i) shared(sum)
        {
#pragma omp atomic
          sum += i + 1;
        }
      }
    }
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < 1000; i++)
      a[i] += 1;
  }
  printf("flags %d\nsum %d\n", flags, sum);
  show_ints("a", a, 1000);
}
