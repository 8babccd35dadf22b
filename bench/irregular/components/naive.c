/* naive.c: components as a CPU programmer writes it: each vertex takes the least label of its neighbors, until no label
 * changes. Labels are read from one array and written to another one, so no thread reads what another one writes. */
#include "components.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_components(int n, const int *offset, const int *neighbor, int *label, int *next)
{
  int v, k, elements = offset[n], changes = 1;

#pragma omp target data map(to: offset[0:n+1], neighbor[0:elements]) map(from: label[0:n]) \
    map(alloc: next[0:n])
  {
#pragma omp target teams distribute parallel for
    for (v = 0; v < n; v++)
      label[v] = v;

    while (changes > 0) {
      changes = 0;
#pragma omp target map(tofrom: changes)
      {
#pragma omp parallel for private(k) reduction(+: changes)
        for (v = 0; v < n; v++) {
          int least = label[v];
          for (k = offset[v]; k < offset[v + 1]; k++)
            if (label[neighbor[k]] < least)
              least = label[neighbor[k]];
          next[v] = least;
          if (least != label[v])
            changes++;
        }

#pragma omp parallel for
        for (v = 0; v < n; v++)
          label[v] = next[v];
      }
    }
  }
}
