/* reference.c: data and sequential reference of histogram. The number of --input is that of the bins. */
#include "histogram.h"

enum kind { UNIFORM, POWER, SINGLE };
static const char *const kinds[] = {"uniform", "power", "single", NULL};

/* All versions reassociate the sums of weights. In float, a sum of more than 2048 x 2048 weights in one bin is less exact
 * than the tolerance. */
const struct benchmark benchmark = {
    .name = "histogram",
    .growth = 2,
    .tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : 1e-11,
    .kinds = kinds,
    .default_number = 64,
};

/* The bin of element I. Power: bin 0, bins 1 to 2, bins 3 to 6, and so on have equal shares of the elements. */
static int bin_of(int bins, unsigned i)
{
  int first = 0, count = bins, levels = 1;
  if (bench_input.kind == SINGLE)
    return bins / 2;
  if (bench_input.kind == POWER) {
    while (2 << levels <= bins + 1)
      levels++;
    count = 1 << sparse_hash(i, 2) % (unsigned)levels;
    first = count - 1;
  }
  return first + (int)((unsigned long long)sparse_hash(i, 1) * (unsigned)count >> 32);
}

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  if (sizeof(REAL) == sizeof(float) && size > 2048)
    bench_refuse("size %d needs double: float represents the sums up to size 2048", size);
  size_t n = (size_t)size * (size_t)size, bins = (size_t)bench_input.number;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = (int)n;
  p->bins = (int)bins;
  p->bin = bench_integers(memory, n);
  p->weight = bench_array(memory, n);
  p->count = bench_integers(memory, bins);
  p->sum = bench_array(memory, bins);
  sparse_fill(p->weight, n, 3);
#pragma omp parallel for
  for (int i = 0; i < p->n; i++)
    p->bin[i] = bin_of(p->bins, (unsigned)i);
  return p;
}

void problem_reference(struct problem *p)
{
  for (int b = 0; b < p->bins; b++) {
    p->count[b] = 0;
    p->sum[b] = 0;
  }
  for (int i = 0; i < p->n; i++) {
    p->count[p->bin[i]]++;
    p->sum[p->bin[i]] += p->weight[i];
  }
}

void problem_kernel(struct problem *p)
{
  kernel_histogram(p->n, p->bins, p->bin, p->weight, p->count, p->sum);
}
