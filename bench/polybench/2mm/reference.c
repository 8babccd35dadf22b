/* reference.c: data and sequential reference of 2mm. */
#include "2mm.h"

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

/* Adds in the order of the kernels (k ascending), but row by row, which is kinder to the cache. */
void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int i = 0; i < n; i++) {
    REAL *row = &p->tmp[i * n];
    for (int j = 0; j < n; j++)
      row[j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        row[j] += p->alpha * p->A[i * n + k] * p->B[k * n + j];
  }
  for (int i = 0; i < n; i++) {
    REAL *row = &p->D[i * n];
    for (int j = 0; j < n; j++)
      row[j] *= p->beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        row[j] += p->tmp[i * n + k] * p->C[k * n + j];
  }
}

void problem_kernel(struct problem *p)
{
  int n = p->n;
  kernel_2mm(n, p->alpha, p->beta, (REAL(*)[n])p->A, (REAL(*)[n])p->B, (REAL(*)[n])p->C,
             (REAL(*)[n])p->tmp, (REAL(*)[n])p->D);
}
