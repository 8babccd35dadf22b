/* reference.c: data and sequential reference of syrk. */
#include "syrk.h"

#include "product.h"

const struct benchmark benchmark = {.name = "syrk", .growth = 3};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->alpha = (REAL)1.5;
  p->beta = (REAL)1.25;
  p->A = bench_array(memory, elements);
  p->C = bench_array(memory, elements);
  bench_fill(p->A, elements, 1);
  bench_fill(p->C, elements, 2);
  return p;
}

void problem_reference(struct problem *p)
{
  int n = p->n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p->C[i * n + j] *= p->beta;
  bench_add_product(n, n, n, p->alpha, bench_by_rows(p->A, n), bench_transposed(p->A, n),
                    bench_by_rows(p->C, n));
}

void problem_kernel(struct problem *p)
{
  kernel_syrk(p->n, p->alpha, p->beta, p->A, p->C);
}
