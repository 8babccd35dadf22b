// ROW atomic: transformed | atomic updates in a parallel loop
// OpenMP: atomic holds for all threads of the device, whichever team they are in.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp atomic
// VALUE: count 1000
// VALUE: bins: first 63 last 62 sum 1000 placed 8468
#include "show.h"
int main(void) {
  int bins[16], count = 0;
#pragma omp target map(from : bins) map(tofrom : count)
  {
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      bins[i] = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic
      bins[i % 16]++;
#pragma omp atomic
      count++;
    }
  }
  printf("count %d\n", count);
  show_ints("bins", bins, 16);
}
