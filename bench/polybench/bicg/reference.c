/* reference.c: data and sequential reference of bicg. */
#include "bicg.h"

const struct benchmark benchmark = {.name = "bicg", .growth = 2};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size;
  struct problem *b = bench_scratch(memory, sizeof *b);
  b->n = size;
  b->A = bench_array(memory, n * n);
  b->r = bench_array(memory, n);
  b->p = bench_array(memory, n);
  b->s = bench_array(memory, n);
  b->q = bench_array(memory, n);
  bench_fill(b->A, n * n, 1);
  bench_fill(b->r, n, 2);
  bench_fill(b->p, n, 3);
  return b;
}

/* Row by row: s[j] still adds its terms in the order of the kernels (i ascending). */
void problem_reference(struct problem *b)
{
  int n = b->n;
  for (int j = 0; j < n; j++)
    b->s[j] = 0;
  for (int i = 0; i < n; i++) {
    const REAL *row = &b->A[i * n];
    REAL sum = 0;
    for (int j = 0; j < n; j++) {
      b->s[j] += b->r[i] * row[j];
      sum += row[j] * b->p[j];
    }
    b->q[i] = sum;
  }
}

void problem_kernel(struct problem *b)
{
  kernel_bicg(b->n, b->A, b->r, b->p, b->s, b->q);
}
