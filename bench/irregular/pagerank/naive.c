/* naive.c: pagerank as a CPU programmer writes it: the time loop on the host, and three loops over the vertices in each
 * step, two of them with a reduction. The reductions reassociate; the sum of a vertex keeps its order. */
#include "pagerank.h"

const struct bench_version bench_version = {.name = "naive", .reassociates = true};

void kernel_pagerank(int steps, int n, const int *offset, const int *source, const int *links, REAL *rank,
                     REAL *change, REAL *share, REAL *next)
{
  int elements = offset[n];

#pragma omp target data map(to: offset[0:n+1], source[0:elements], links[0:n]) \
    map(tofrom: rank[0:n]) map(alloc: share[0:n], next[0:n])
  for (int step = 0; step < steps; step++) {
    REAL dangling = 0, sum_of_changes = 0;

#pragma omp target teams distribute parallel for map(tofrom: dangling) reduction(+: dangling)
    for (int v = 0; v < n; v++)
      if (links[v] == 0) {
        share[v] = 0;
        dangling += rank[v];
      } else {
        share[v] = rank[v] / (REAL)links[v];
      }

    REAL base = (1 - PAGERANK_DAMPING + PAGERANK_DAMPING * dangling) / (REAL)n;

#pragma omp target teams distribute parallel for
    for (int v = 0; v < n; v++) {
      REAL sum = 0;
      for (int k = offset[v]; k < offset[v + 1]; k++)
        sum += share[source[k]];
      next[v] = base + PAGERANK_DAMPING * sum;
    }

#pragma omp target teams distribute parallel for map(tofrom: sum_of_changes) reduction(+: sum_of_changes)
    for (int v = 0; v < n; v++) {
      REAL difference = next[v] - rank[v];
      sum_of_changes += difference < 0 ? -difference : difference;
      rank[v] = next[v];
    }
    change[step] = 1 + sum_of_changes;
  }
}
