/* reference.c: data and sequential reference of 2mm. */
#include "2mm.h"

#include "product.h"

const struct benchmark benchmark = {.name = "2mm", .growth = 3};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->alpha = (REAL)1.5;
  p->beta = (REAL)1.25;
  p->A = bench_array(memory, elements);
  p->B = bench_array(memory, elements);
  p->C = bench_array(memory, elements);
  p->tmp = bench_scratch(memory, elements * sizeof(REAL));
  p->D = bench_array(memory, elements);
  bench_fill(p->A, elements, 1);
  bench_fill(p->B, elements, 2);
  bench_fill(p->C, elements, 3);
  bench_fill(p->D, elements, 4);
  return p;
}

void problem_reference(struct problem *p)
{
  int n = p->n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      p->tmp[i * n + j] = 0;
      p->D[i * n + j] *= p->beta;
    }
  bench_add_product(n, n, n, p->alpha, bench_by_rows(p->A, n), bench_by_rows(p->B, n),
                    bench_by_rows(p->tmp, n));
  bench_add_product(n, n, n, 1, bench_by_rows(p->tmp, n), bench_by_rows(p->C, n),
                    bench_by_rows(p->D, n));
}

void problem_kernel(struct problem *p)
{
  kernel_2mm(p->n, p->alpha, p->beta, p->A, p->B, p->C, p->tmp, p->D);
}
