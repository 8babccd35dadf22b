/* naive.c: prefix as a CPU programmer writes it: a serial loop for the scan; flags, a serial loop for the places and a
 * loop that stores the kept elements. Clang 19 does not compile `reduction(inscan, ...)` for GPUs. */
#include "prefix.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = BENCH_REASSOCIATES};

void kernel_prefix(int n, const REAL *x, REAL *sum, REAL *kept, int *count, int *place)
{
  int kept_elements = 0;

#pragma omp target data map(to: x[0:n])
  {
#pragma omp target map(from: sum[0:n])
      {REAL total = 0;
  for (int i = 0; i < n; i++) {
    total += x[i];
    sum[i] = total;
  }
}

#pragma omp target map(tofrom: kept[0:n], kept_elements) map(alloc: place[0:n])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    place[i] = x[i] > PREFIX_THRESHOLD;

  for (int i = 1; i < n; i++)
    place[i] += place[i - 1];
  kept_elements = place[n - 1];

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > PREFIX_THRESHOLD)
      kept[place[i] - 1] = x[i];
}
}
*count = kept_elements;
}
