/* reference.c: data and sequential reference of spmv-csr. The number of --input is the mean length of a row. */
#include "spmv-csr.h"

/* The tolerance is for tuned.cu, and for a compiler that may reassociate: sums of positive products. */
const struct benchmark benchmark = {
    .name = "spmv-csr",
    .growth = 1,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->A = sparse_square(memory, size, 1);
  p->value = bench_array(memory, (size_t)p->A.elements + 1);
  p->x = bench_array(memory, (size_t)size);
  p->y = bench_array(memory, (size_t)size);
  sparse_fill(p->value, (size_t)p->A.elements + 1, 2);
  sparse_fill(p->x, (size_t)size, 3);
  return p;
}

void problem_reference(struct problem *p)
{
  for (int i = 0; i < p->n; i++) {
    REAL sum = 0;
    for (int k = p->A.offset[i]; k < p->A.offset[i + 1]; k++)
      sum += p->value[k] * p->x[p->A.column[k]];
    p->y[i] = sum;
  }
}

void problem_kernel(struct problem *p)
{
  kernel_spmv(p->n, p->A.offset, p->A.column, p->value, p->x, p->y);
}
