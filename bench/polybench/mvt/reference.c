/* reference.c: data and sequential reference of mvt. */
#include "mvt.h"

const struct benchmark benchmark = {.name = "mvt", .growth = 2};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->A = bench_array(memory, n * n);
  p->y1 = bench_array(memory, n);
  p->y2 = bench_array(memory, n);
  p->x1 = bench_array(memory, n);
  p->x2 = bench_array(memory, n);
  bench_fill(p->A, n * n, 1);
  bench_fill(p->y1, n, 2);
  bench_fill(p->y2, n, 3);
  bench_fill(p->x1, n, 4);
  bench_fill(p->x2, n, 5);
  return p;
}

/* Row by row: x2[j] still adds its terms in the order of the kernels (i ascending). */
void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int i = 0; i < n; i++) {
    const REAL *row = &p->A[i * n];
    for (int j = 0; j < n; j++) {
      p->x1[i] += row[j] * p->y1[j];
      p->x2[j] += row[j] * p->y2[i];
    }
  }
}

void problem_kernel(struct problem *p)
{
  kernel_mvt(p->n, p->A, p->y1, p->y2, p->x1, p->x2);
}
