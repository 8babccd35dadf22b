/* reference.c: data and sequential reference of prefix. */
#include "prefix.h"

/* The tolerance is for cuda.cu, tuned.cu and a compiler that may reassociate. In float, a sequential sum of more than
 * 2048 x 2048 values is less exact than the tolerance. */
const struct benchmark benchmark = {
    .name = "prefix",
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
  p->sum = bench_array(memory, n);
  p->kept = bench_array(memory, n);
  p->count = bench_integers(memory, 1);
  p->place = bench_scratch(memory, n * sizeof(int));
  sparse_fill(p->x, n, 1);
  for (size_t i = 0; i < n; i++)
    p->kept[i] = 0;
  return p;
}

void problem_reference(struct problem *p)
{
  REAL sum = 0;
  int count = 0;
  for (int i = 0; i < p->n; i++) {
    sum += p->x[i];
    p->sum[i] = sum;
    if (p->x[i] > PREFIX_THRESHOLD)
      p->kept[count++] = p->x[i];
  }
  *p->count = count;
}

void problem_kernel(struct problem *p)
{
  kernel_prefix(p->n, p->x, p->sum, p->kept, p->count, p->place);
}
