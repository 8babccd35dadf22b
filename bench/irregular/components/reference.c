/* reference.c: data and sequential reference of components. The number of --input is the mean number of neighbors. */
#include "components.h"

const struct benchmark benchmark = {
    .name = "components",
    .growth = 1,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->graph = sparse_symmetric(memory, size, 1);
  p->label = bench_integers(memory, (size_t)size);
  p->next = bench_scratch(memory, (size_t)size * sizeof(int));
  return p;
}

/* The representative of V, and shorter paths for the next search. */
static int find(int *parent, int v)
{
  while (parent[v] != v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}

/* Union-find. The greater representative gets the less one as parent, so a label is the least vertex. */
void problem_reference(struct problem *p)
{
  for (int v = 0; v < p->n; v++)
    p->label[v] = v;
  for (int v = 0; v < p->n; v++)
    for (int k = p->graph.offset[v]; k < p->graph.offset[v + 1]; k++) {
      int a = find(p->label, v), b = find(p->label, p->graph.column[k]);
      if (a < b)
        p->label[b] = a;
      else
        p->label[a] = b;
    }
  for (int v = 0; v < p->n; v++)
    p->label[v] = find(p->label, v);
}

void problem_kernel(struct problem *p)
{
  kernel_components(p->n, p->graph.offset, p->graph.column, p->label, p->next);
}
