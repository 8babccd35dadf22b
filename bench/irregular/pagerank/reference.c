/* reference.c: data and sequential reference of pagerank. The number of --input is the mean number of incoming links.
 * Every eighth vertex is dangling: it has no outgoing links, so its rank goes to all vertices. */
#include "pagerank.h"

/* The tolerance is for the sums over all vertices, which all versions reassociate, and for sums of tuned.cu. */
const struct benchmark benchmark = {
    .name = "pagerank",
    .growth = 1,
    .default_steps = 3,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  struct problem *p = bench_scratch(memory, sizeof *p);
  size_t n = (size_t)size;
  p->n = size;
  p->steps = steps;
  p->graph = sparse_square(memory, size, 1);
  p->links = bench_integers(memory, n);
  p->rank = bench_array(memory, n);
  p->change = bench_array(memory, (size_t)steps);
  p->share = bench_scratch(memory, n * sizeof(REAL));
  p->next = bench_scratch(memory, n * sizeof(REAL));
  for (int v = 0; v < size; v++)
    p->links[v] = 0;
  for (int k = 0; k < p->graph.elements; k++) {
    if (p->graph.column[k] % 8 == 3)
      p->graph.column[k]--;
    p->links[p->graph.column[k]]++;
  }
  for (int v = 0; v < size; v++)
    p->rank[v] = 1 / (REAL)size;
  return p;
}

void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int step = 0; step < p->steps; step++) {
    REAL dangling = 0, change = 0;
    for (int v = 0; v < n; v++) {
      p->share[v] = p->links[v] ? p->rank[v] / (REAL)p->links[v] : 0;
      if (!p->links[v])
        dangling += p->rank[v];
    }
    REAL base = (1 - PAGERANK_DAMPING + PAGERANK_DAMPING * dangling) / (REAL)n;
    for (int v = 0; v < n; v++) {
      REAL sum = 0;
      for (int k = p->graph.offset[v]; k < p->graph.offset[v + 1]; k++)
        sum += p->share[p->graph.column[k]];
      p->next[v] = base + PAGERANK_DAMPING * sum;
    }
    for (int v = 0; v < n; v++) {
      REAL difference = p->next[v] - p->rank[v];
      change += difference < 0 ? -difference : difference;
      p->rank[v] = p->next[v];
    }
    p->change[step] = 1 + change;
  }
}

void problem_kernel(struct problem *p)
{
  kernel_pagerank(p->steps, p->n, p->graph.offset, p->graph.column, p->links, p->rank, p->change, p->share,
                  p->next);
}
