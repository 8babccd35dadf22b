/* FILE: bench/transfers/synthetic/one_region.c
 * WHAT: the program as one target region with three parallel loops. Compiled with FUNCTION=shadow_..., a name for each
 *       compiler.
 */
#include "shadow.h"

void FUNCTION(struct shadow s)
{
  uint32_t *small = s.small, *object = s.object;
  long small_count = s.small_count, object_count = s.object_count, steps = s.steps;
#pragma omp target map(tofrom : small[0 : small_count], object[0 : object_count])
  {
#pragma omp parallel for
    for (long i = 0; i < small_count; i++) {
      uint32_t value = small[i];
      for (long step = 0; step < steps; step++)
        value = first_step(value);
      small[i] = value;
    }
#pragma omp parallel for
    for (long i = 0; i < object_count; i++)
      object[i] = second_step(object[i]);
#pragma omp parallel for
    for (long i = 0; i < small_count; i++) {
      uint32_t value = small[i];
      for (long step = 0; step < steps; step++)
        value = third_step(value);
      small[i] = value;
    }
  }
}
