/* reference.c: data and sequential reference of dot. */
#include "dot.h"

/* All versions reassociate. In float, a sequential sum of more than 2048 x 2048 values is less exact than the tolerance. */
const struct benchmark benchmark = {
    .name = "dot",
    .growth = 2,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  if (sizeof(REAL) == sizeof(float) && size > 2048)
    bench_refuse("size %d needs double: float represents the sums up to size 2048", size);
  size_t n = (size_t)size * (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = (int)n;
  p->x = bench_array(memory, n);
  p->y = bench_array(memory, n);
  p->result = bench_array(memory, DOT_RESULTS + 1);
  p->place = bench_integers(memory, 1);
  sparse_fill(p->x, n, 1);
  sparse_fill(p->y, n, 2);
  return p;
}

void problem_reference(struct problem *p)
{
  REAL product = 0, sum = 0, squares = 0, mixed = 0;
  int place = 0;
  for (int i = 0; i < p->n; i++) {
    product += p->x[i] * p->y[i];
    sum += p->x[i];
    squares += p->x[i] * p->x[i];
    mixed += p->x[i] * (p->x[i] + p->y[i]);
    if (p->x[i] > p->x[place])
      place = i;
  }
  p->result[DOT_PRODUCT] = product;
  p->result[DOT_SUM] = sum;
  p->result[DOT_SQUARES] = squares;
  p->result[DOT_MIXED] = mixed;
  p->result[DOT_RESULTS] = p->x[place];
  *p->place = place;
}

void problem_kernel(struct problem *p)
{
  kernel_dot(p->n, p->x, p->y, p->result, p->place);
}
