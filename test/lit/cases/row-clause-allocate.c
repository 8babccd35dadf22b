// ROW clause-allocate: refused CLV220 | a clause that makes data for one construct: uses_allocators
// OpenMP: the allocator is there while the construct is executed.
// RUN: %case %s
// REMARK: remark: CLV220
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
