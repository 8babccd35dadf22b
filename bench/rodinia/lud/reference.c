/* reference.c: data and sequential reference of lud. */
#include "lud.h"

const struct benchmark benchmark = {.name = "lud", .growth = 3};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = size;
  p->A = bench_array(memory, n * n);
  bench_fill(p->A, n * n, 1);
  for (size_t i = 0; i < n; i++)
    p->A[i * n + i] += (REAL)n; /* dominant diagonal: stable without pivoting */
  return p;
}

/* Row by row instead of step by step: element (i, j) still subtracts its products in the order of
 * the kernels (k ascending). */
void problem_reference(struct problem *p)
{
  int n = p->n;
  for (int i = 0; i < n; i++) {
    REAL *row = &p->A[i * n];
    for (int k = 0; k < i; k++) {
      row[k] /= p->A[k * n + k];
      for (int j = k + 1; j < n; j++)
        row[j] -= row[k] * p->A[k * n + j];
    }
  }
}

void problem_kernel(struct problem *p)
{
  kernel_lud(p->n, p->A);
}
