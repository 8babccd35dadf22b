/* naive.c: bfs as a CPU programmer writes it: a loop on the host until no level changes, and a thread for each vertex.
 * Several threads may store the same level of a vertex, so the accesses are atomic. */
#include "bfs.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_bfs(int n, int source, const int *offset, const int *neighbor, int *level)
{
  int elements = offset[n], depth = 0, changed = 1;

#pragma omp target data map(to: offset[0:n+1], neighbor[0:elements]) map(from: level[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int v = 0; v < n; v++)
      level[v] = v == source ? 0 : -1;

    while (changed) {
      changed = 0;
#pragma omp target teams distribute parallel for map(tofrom: changed) reduction(max: changed)
      for (int v = 0; v < n; v++) {
        int own;
#pragma omp atomic read
        own = level[v];
        if (own != depth)
          continue;
        for (int k = offset[v]; k < offset[v + 1]; k++) {
          int next = neighbor[k], seen;
#pragma omp atomic read
          seen = level[next];
          if (seen < 0) {
#pragma omp atomic write
            level[next] = depth + 1;
            changed = 1;
          }
        }
      }
      depth++;
    }
  }
}
