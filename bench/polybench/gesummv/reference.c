/* reference.c: data and sequential reference of gesummv. */
#include "gesummv.h"

const struct benchmark benchmark = {.name = "gesummv", .growth = 2};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->alpha = (REAL)1.5;
  p->beta = (REAL)1.25;
  p->A = bench_array(memory, n * n);
  p->B = bench_array(memory, n * n);
  p->x = bench_array(memory, n);
  p->tmp = bench_scratch(memory, n * sizeof(REAL));
  p->y = bench_array(memory, n);
  bench_fill(p->A, n * n, 1);
  bench_fill(p->B, n * n, 2);
  bench_fill(p->x, n, 3);
  return p;
}

static REAL dot(int n, const REAL *row, const REAL *x)
{
  REAL sum = 0;
  for (int j = 0; j < n; j++)
    sum += row[j] * x[j];
  return sum;
}

void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int i = 0; i < n; i++)
    p->y[i] = p->alpha * dot(n, &p->A[i * n], p->x) + p->beta * dot(n, &p->B[i * n], p->x);
}

void problem_kernel(struct problem *p)
{
  kernel_gesummv(p->n, p->alpha, p->beta, p->A, p->B, p->x, p->y, p->tmp);
}
