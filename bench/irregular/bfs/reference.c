/* reference.c: data and sequential reference of bfs. The number of --input is the mean number of successors. */
#include "bfs.h"

#include "harness.h"

const struct benchmark benchmark = {
    .name = "bfs",
    .growth = 1,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->graph = sparse_square(memory, size, 1);
  p->level = bench_integers(memory, (size_t)size);
  p->source = size - 1; /* has successors in graphs of all kinds */
  return p;
}

/* With a queue: each vertex and edge once. */
void problem_reference(struct problem *p)
{
  struct bench_memory temporary = {0};
  int *queue = bench_scratch(&temporary, (size_t)p->n * sizeof *queue), begin = 0, end = 0;
  for (int v = 0; v < p->n; v++)
    p->level[v] = -1;
  p->level[p->source] = 0;
  queue[end++] = p->source;
  while (begin < end) {
    int v = queue[begin++];
    for (int k = p->graph.offset[v]; k < p->graph.offset[v + 1]; k++) {
      int next = p->graph.column[k];
      if (p->level[next] < 0) {
        p->level[next] = p->level[v] + 1;
        queue[end++] = next;
      }
    }
  }
  bench_memory_free(&temporary);
}

void problem_kernel(struct problem *p)
{
  kernel_bfs(p->n, p->source, p->graph.offset, p->graph.column, p->level);
}
