/* reference.c: data and sequential reference of 3mm. */
#include "3mm.h"

#include "product.h"

const struct benchmark benchmark = {.name = "3mm", .growth = 3};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->A = bench_array(memory, elements);
  p->B = bench_array(memory, elements);
  p->C = bench_array(memory, elements);
  p->D = bench_array(memory, elements);
  p->E = bench_scratch(memory, elements * sizeof(REAL));
  p->F = bench_scratch(memory, elements * sizeof(REAL));
  p->G = bench_array(memory, elements);
  bench_fill(p->A, elements, 1);
  bench_fill(p->B, elements, 2);
  bench_fill(p->C, elements, 3);
  bench_fill(p->D, elements, 4);
  return p;
}

static void multiply(int n, REAL *X, REAL *Y, REAL *product)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      product[i * n + j] = 0;
  bench_add_product(n, n, n, 1, bench_by_rows(X, n), bench_by_rows(Y, n),
                    bench_by_rows(product, n));
}

void problem_reference(struct problem *p)
{
  multiply(p->n, p->A, p->B, p->E);
  multiply(p->n, p->C, p->D, p->F);
  multiply(p->n, p->E, p->F, p->G);
}

void problem_kernel(struct problem *p)
{
  kernel_3mm(p->n, p->A, p->B, p->C, p->D, p->E, p->F, p->G);
}
