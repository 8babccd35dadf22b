/* reference.c: data and sequential reference of atax. */
#include "atax.h"

const struct benchmark benchmark = {.name = "atax", .growth = 2};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->A = bench_array(memory, n * n);
  p->x = bench_array(memory, n);
  p->tmp = bench_scratch(memory, n * sizeof(REAL));
  p->y = bench_array(memory, n);
  bench_fill(p->A, n * n, 1);
  bench_fill(p->x, n, 2);
  return p;
}

/* Row by row: y[j] still adds its terms in the order of the kernels (i ascending). */
void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int j = 0; j < n; j++)
    p->y[j] = 0;
  for (int i = 0; i < n; i++) {
    const REAL *row = &p->A[i * n];
    REAL sum = 0;
    for (int j = 0; j < n; j++)
      sum += row[j] * p->x[j];
    for (int j = 0; j < n; j++)
      p->y[j] += row[j] * sum;
  }
}

void problem_kernel(struct problem *p)
{
  kernel_atax(p->n, p->A, p->x, p->y, p->tmp);
}
