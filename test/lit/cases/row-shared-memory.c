// ROW shared-memory: transformed | requires unified_shared_memory
// OpenMP: host and device use the same memory, so nothing is copied at the region's borders.
// RUN: %case %s
// TEXT: #pragma omp target data map(from{{ ?}}: a)
// TEXT: #pragma omp target teams distribute parallel for map(from{{ ?}}: a)
// TEXT: #pragma omp target teams distribute parallel for map(from{{ ?}}: a)
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
#pragma omp requires unified_shared_memory
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  show_ints("a", a, 100);
}
