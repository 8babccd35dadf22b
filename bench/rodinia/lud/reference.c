/* reference.c: data and sequential reference of lud. */
#include "lud.h"

#include "product.h"

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

/* Block by block instead of step by step: element (i, j) still subtracts its products in the order
 * of the kernels (k ascending), since the blocks of k are finished one after the other. */
void problem_reference(struct problem *p)
{
  enum { BLOCK = 64 };
  int n = p->n;
  struct bench_matrix A = bench_by_rows(p->A, n);
  for (int begin = 0; begin < n; begin += BLOCK) {
    int end = begin + BLOCK < n ? begin + BLOCK : n;

    /* The block on the diagonal. */
    for (int k = begin; k < end; k++)
      for (int i = k + 1; i < end; i++) {
        p->A[i * n + k] /= p->A[k * n + k];
        for (int j = k + 1; j < end; j++)
          p->A[i * n + j] -= p->A[i * n + k] * p->A[k * n + j];
      }

    /* The block's columns of L below it, each row for itself. */
#pragma omp parallel for
    for (int i = end; i < n; i++)
      for (int k = begin; k < end; k++) {
        p->A[i * n + k] /= p->A[k * n + k];
        for (int j = k + 1; j < end; j++)
          p->A[i * n + j] -= p->A[i * n + k] * p->A[k * n + j];
      }

    /* The block's rows of U to its right, each column for itself. */
#pragma omp parallel for schedule(static, 64)
    for (int j = end; j < n; j++)
      for (int k = begin; k < end; k++)
        for (int i = k + 1; i < end; i++)
          p->A[i * n + j] -= p->A[i * n + k] * p->A[k * n + j];

    /* All that is left: a - l u is a + (-1 l) u, bit by bit. */
    bench_add_product(n - end, n - end, end - begin, -1, bench_part(A, end, begin),
                      bench_part(A, begin, end), bench_part(A, end, end));
  }
}

void problem_kernel(struct problem *p)
{
  kernel_lud(p->n, p->A);
}
