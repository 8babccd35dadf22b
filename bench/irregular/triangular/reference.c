/* reference.c: data and sequential reference of triangular. The number of --input is the mean length of a row, without
 * the diagonal. No value left of the diagonal is positive, as in many discretizations, so no sum loses digits. */
#include "triangular.h"

#include "harness.h"

/* The tolerance is for tuned.cu, and for a compiler that may reassociate: sums of positive products, over all levels. */
const struct benchmark benchmark = {
    .name = "triangular",
    .growth = 1,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

/* Sorts the rows by level, stably. The level of a row is one more than the highest one that it depends on. */
static void find_levels(struct problem *p)
{
  struct bench_memory temporary = {0};
  int n = p->n, *level = bench_scratch(&temporary, (size_t)n * sizeof *level);
  p->levels = 0;
  for (int i = 0; i < n; i++) {
    level[i] = 0;
    for (int k = p->L.offset[i]; k < p->L.offset[i + 1]; k++)
      if (level[p->L.column[k]] >= level[i])
        level[i] = level[p->L.column[k]] + 1;
    if (level[i] >= p->levels)
      p->levels = level[i] + 1;
  }
  int count = 0;
  for (int l = 0; l < p->levels; l++) { /* at most SPARSE_COLORS levels */
    p->level_offset[l] = count;
    for (int i = 0; i < n; i++)
      if (level[i] == l)
        p->row[count++] = i;
  }
  for (int l = p->levels; l <= SPARSE_COLORS; l++)
    p->level_offset[l] = count;
  bench_memory_free(&temporary);
}

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  size_t n = (size_t)size;
  p->n = size;
  p->L = sparse_lower(memory, size, 1);
  p->value = bench_array(memory, (size_t)p->L.elements + 1);
  p->diagonal = bench_array(memory, n);
  p->b = bench_array(memory, n);
  p->level_offset = bench_integers(memory, SPARSE_COLORS + 1);
  p->row = bench_integers(memory, n);
  p->x = bench_array(memory, n);
  sparse_fill(p->value, (size_t)p->L.elements + 1, 2);
  for (int k = 0; k <= p->L.elements; k++)
    p->value[k] = -p->value[k];
  for (int i = 0; i < size; i++) /* dominant, so the solution is bounded */
    p->diagonal[i] = (REAL)(p->L.offset[i + 1] - p->L.offset[i] + 1);
  sparse_fill(p->b, n, 3);
  find_levels(p);
  return p;
}

void problem_reference(struct problem *p)
{
  for (int i = 0; i < p->n; i++) {
    REAL sum = p->b[i];
    for (int k = p->L.offset[i]; k < p->L.offset[i + 1]; k++)
      sum -= p->value[k] * p->x[p->L.column[k]];
    p->x[i] = sum / p->diagonal[i];
  }
}

void problem_kernel(struct problem *p)
{
  kernel_solve(p->n, p->levels, p->level_offset, p->row, p->L.offset, p->L.column, p->value, p->diagonal,
               p->b, p->x);
}
