// ROW clause-allocate: transformed | uses_allocators with predefined allocators
// OpenMP: the allocator is available while the construct is executed.
// RUN: %case %s
// TEXT: target data map(from: a)
// TEXT: target teams distribute parallel for map(from: a) uses_allocators(omp_default_mem_alloc)
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
#include <omp.h>
int main(void) {
  int a[100];
#pragma omp target uses_allocators(omp_default_mem_alloc) map(from : a)
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
