/* reference.c: data and sequential reference of kmeans. The number of --input is that of the clusters.
 *
 * Coordinates are multiples of 1/16 from 1/16 to 1, so the sums are exact in any order, and all results are equal in all
 * versions. Another center could move points to other clusters, and no tolerance would hide that. */
#include "kmeans.h"

enum kind { UNIFORM, SKEWED };
static const char *const kinds[] = {"uniform", "skewed", NULL};

enum { FLOAT_SIZE_MAX = 1024 }; /* 1024 * 1024 points of at most 16 / 16: less than 2^24 / 16 */

const struct benchmark benchmark = {
    .name = "kmeans",
    .growth = 2,
    .default_steps = 2,
    .kinds = kinds,
    .default_number = 16,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  if (sizeof(REAL) == sizeof(float) && size > FLOAT_SIZE_MAX)
    bench_refuse("size %d needs double: float represents the sums up to size %d", size, FLOAT_SIZE_MAX);
  if (bench_input.number > KMEANS_MOST_CLUSTERS)
    bench_refuse("%d clusters are more than %d", bench_input.number, KMEANS_MOST_CLUSTERS);
  struct problem *p = bench_scratch(memory, sizeof *p);
  size_t n = (size_t)size * (size_t)size, coordinates = (size_t)bench_input.number * KMEANS_DIMENSIONS;
  p->n = (int)n;
  p->clusters = bench_input.number;
  p->steps = steps;
  p->point = bench_array(memory, n * KMEANS_DIMENSIONS);
  p->center = bench_array(memory, coordinates);
  p->sum = bench_array(memory, coordinates);
  p->cluster = bench_integers(memory, n);
  p->count = bench_integers(memory, (size_t)p->clusters);
  /* Skewed: seven of eight points are near one corner, so one cluster has most of them. */
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    for (int d = 0; d < KMEANS_DIMENSIONS; d++) {
      unsigned value = sparse_hash((unsigned)(i * KMEANS_DIMENSIONS) + (unsigned)d, 1) % 16;
      if (bench_input.kind == SKEWED && sparse_hash((unsigned)i, 2) % 8)
        value %= 2;
      p->point[i * KMEANS_DIMENSIONS + (size_t)d] = (REAL)(value + 1) / 16;
    }
  bench_fill(p->center, coordinates, 3);
  return p;
}

static int nearest(const struct problem *p, int i)
{
  int best = 0;
  REAL least = 0;
  for (int c = 0; c < p->clusters; c++) {
    REAL distance = 0;
    for (int d = 0; d < KMEANS_DIMENSIONS; d++) {
      REAL difference = p->point[i * KMEANS_DIMENSIONS + d] - p->center[c * KMEANS_DIMENSIONS + d];
      distance += difference * difference;
    }
    if (c == 0 || distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

void problem_reference(struct problem *p)
{
  for (int step = 0; step < p->steps; step++) {
#pragma omp parallel for
    for (int i = 0; i < p->n; i++)
      p->cluster[i] = nearest(p, i);
    for (int c = 0; c < p->clusters; c++)
      p->count[c] = 0;
    for (int c = 0; c < p->clusters * KMEANS_DIMENSIONS; c++)
      p->sum[c] = 0;
    for (int i = 0; i < p->n; i++) {
      p->count[p->cluster[i]]++;
      for (int d = 0; d < KMEANS_DIMENSIONS; d++)
        p->sum[p->cluster[i] * KMEANS_DIMENSIONS + d] += p->point[i * KMEANS_DIMENSIONS + d];
    }
    for (int c = 0; c < p->clusters; c++)
      if (p->count[c])
        for (int d = 0; d < KMEANS_DIMENSIONS; d++)
          p->center[c * KMEANS_DIMENSIONS + d] = p->sum[c * KMEANS_DIMENSIONS + d] / (REAL)p->count[c];
  }
}

void problem_kernel(struct problem *p)
{
  kernel_kmeans(p->steps, p->n, p->clusters, p->point, p->center, p->sum, p->cluster, p->count);
}
