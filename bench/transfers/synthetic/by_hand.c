/* FILE: bench/transfers/synthetic/by_hand.c
 * WHAT: the program as one writes it who moves transfers by hand, with `nowait`.
 *
 * A taskgroup ends before the data environment does: an update under way must not find its object gone.
 */
#include "shadow.h"

static void first_kernel(uint32_t *small, long count, long steps)
{
#pragma omp target teams distribute parallel for map(tofrom : small[0 : count])
  for (long i = 0; i < count; i++) {
    uint32_t value = small[i];
    for (long step = 0; step < steps; step++)
      value = first_step(value);
    small[i] = value;
  }
}

static void second_kernel(uint32_t *object, long count)
{
#pragma omp target teams distribute parallel for map(tofrom : object[0 : count])
  for (long i = 0; i < count; i++)
    object[i] = second_step(object[i]);
}

static void third_kernel(uint32_t *small, long count, long steps)
{
#pragma omp target teams distribute parallel for map(tofrom : small[0 : count])
  for (long i = 0; i < count; i++) {
    uint32_t value = small[i];
    for (long step = 0; step < steps; step++)
      value = third_step(value);
    small[i] = value;
  }
}

void shadow_synchronous(struct shadow s)
{
#pragma omp target data map(tofrom : s.small[0 : s.small_count], s.object[0 : s.object_count])
  {
    first_kernel(s.small, s.small_count, s.steps);
    second_kernel(s.object, s.object_count);
    third_kernel(s.small, s.small_count, s.steps);
  }
}

void shadow_to(struct shadow s)
{
  uint32_t *object = s.object;
#pragma omp target data map(tofrom : s.small[0 : s.small_count]) map(from : object[0 : s.object_count])
  {
#pragma omp taskgroup
    {
#pragma omp target update to(object[0 : s.object_count]) nowait
      first_kernel(s.small, s.small_count, s.steps);
    }
    second_kernel(s.object, s.object_count);
    third_kernel(s.small, s.small_count, s.steps);
  }
}

void shadow_from(struct shadow s)
{
  uint32_t *object = s.object;
#pragma omp target data map(tofrom : s.small[0 : s.small_count]) map(to : object[0 : s.object_count])
  {
    first_kernel(s.small, s.small_count, s.steps);
    second_kernel(s.object, s.object_count);
#pragma omp taskgroup
    {
#pragma omp target update from(object[0 : s.object_count]) nowait
      third_kernel(s.small, s.small_count, s.steps);
    }
  }
}

void shadow_both(struct shadow s)
{
  uint32_t *object = s.object;
#pragma omp target data map(tofrom : s.small[0 : s.small_count]) map(alloc : object[0 : s.object_count])
  {
#pragma omp taskgroup
    {
#pragma omp target update to(object[0 : s.object_count]) nowait
      first_kernel(s.small, s.small_count, s.steps);
    }
    second_kernel(s.object, s.object_count);
#pragma omp taskgroup
    {
#pragma omp target update from(object[0 : s.object_count]) nowait
      third_kernel(s.small, s.small_count, s.steps);
    }
  }
}
