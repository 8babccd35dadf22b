/* naive.c: kmeans as a CPU programmer writes it: all loops of a step in one target region, with atomic updates of the sums
 * of a cluster. */
#include "kmeans.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_kmeans(int steps, int n, int clusters, const REAL *point, REAL *center, REAL *sum, int *cluster,
                   int *count)
{
  int i, c, d;

#pragma omp target data map(to: point[0:n*KMEANS_DIMENSIONS]) \
    map(tofrom: center[0:clusters*KMEANS_DIMENSIONS]) \
    map(from: sum[0:clusters*KMEANS_DIMENSIONS], cluster[0:n], count[0:clusters])
  for (int step = 0; step < steps; step++) {
#pragma omp target
    {
#pragma omp parallel for private(d)
      for (c = 0; c < clusters; c++) {
        count[c] = 0;
        for (d = 0; d < KMEANS_DIMENSIONS; d++)
          sum[c * KMEANS_DIMENSIONS + d] = 0;
      }

#pragma omp parallel for private(c, d)
      for (i = 0; i < n; i++) {
        int best = 0;
        REAL least = 0;
        for (c = 0; c < clusters; c++) {
          REAL distance = 0;
          for (d = 0; d < KMEANS_DIMENSIONS; d++) {
            REAL difference = point[i * KMEANS_DIMENSIONS + d] - center[c * KMEANS_DIMENSIONS + d];
            distance += difference * difference;
          }
          if (c == 0 || distance < least) {
            least = distance;
            best = c;
          }
        }
        cluster[i] = best;
      }

#pragma omp parallel for private(d)
      for (i = 0; i < n; i++) {
#pragma omp atomic
        count[cluster[i]]++;
        for (d = 0; d < KMEANS_DIMENSIONS; d++) {
#pragma omp atomic
          sum[cluster[i] * KMEANS_DIMENSIONS + d] += point[i * KMEANS_DIMENSIONS + d];
        }
      }

#pragma omp parallel for private(d)
      for (c = 0; c < clusters; c++)
        if (count[c] > 0)
          for (d = 0; d < KMEANS_DIMENSIONS; d++)
            center[c * KMEANS_DIMENSIONS + d] = sum[c * KMEANS_DIMENSIONS + d] / (REAL)count[c];
    }
  }
}
