/* reference.c: data and sequential reference of spmv-ell. The number of --input is the mean length of a row. */
#include "spmv-ell.h"

#include "harness.h"

enum { MOST_ELEMENTS = 1 << 27 }; /* with the elements after the ends of rows */

/* The tolerance is for tuned.cu, and for a compiler that may reassociate: sums of positive products. */
const struct benchmark benchmark = {
    .name = "spmv-ell",
    .growth = 1,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
    .kinds = sparse_kinds,
    .default_number = SPARSE_DEFAULT_MEAN,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  struct problem *p = bench_scratch(memory, sizeof *p);
  struct bench_memory temporary = {0};
  struct sparse rows = sparse_square(&temporary, size, 1);
  size_t n = (size_t)size;
  p->n = size;
  p->width = sparse_longest(&rows);
  size_t elements = n * (size_t)p->width;
  if (elements > MOST_ELEMENTS)
    bench_refuse("%d rows of %d places have more than %d elements: choose a smaller size or mean length",
                 size, p->width, MOST_ELEMENTS);
  p->length = bench_integers(memory, n);
  p->column = bench_integers(memory, elements);
  p->value = bench_array(memory, elements);
  p->x = bench_array(memory, n);
  p->y = bench_array(memory, n);
  sparse_fill(p->value, elements, 2);
  sparse_fill(p->x, n, 3);
#pragma omp parallel for
  for (int i = 0; i < size; i++) {
    int begin = rows.offset[i], length = rows.offset[i + 1] - begin;
    p->length[i] = length;
    for (int k = 0; k < p->width; k++) {
      size_t place = (size_t)k * n + (size_t)i;
      p->column[place] = k < length ? rows.column[begin + k] : 0;
      if (k >= length)
        p->value[place] = 0;
    }
  }
  bench_memory_free(&temporary);
  return p;
}

void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int i = 0; i < n; i++) {
    REAL sum = 0;
    for (int k = 0; k < p->length[i]; k++)
      sum += p->value[k * n + i] * p->x[p->column[k * n + i]];
    p->y[i] = sum;
  }
}

void problem_kernel(struct problem *p)
{
  kernel_spmv(p->n, p->width, p->length, p->column, p->value, p->x, p->y);
}
