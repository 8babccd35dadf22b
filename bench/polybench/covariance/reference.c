/* reference.c: data and sequential reference of covariance. */
#include "covariance.h"

#include "product.h"

const struct benchmark benchmark = {.name = "covariance", .growth = 3};

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t elements = (size_t)size * size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->rows = size;
  p->columns = size;
  p->data = bench_array(memory, elements);
  p->mean = bench_array(memory, (size_t)size);
  p->symmat = bench_array(memory, elements);
  bench_fill(p->data, elements, 1);
  return p;
}

/* Computes both halves of the symmetric matrix: a product has the same bits either way round. */
void problem_reference(struct problem *p)
{
  int rows = p->rows, columns = p->columns;
  for (int j = 0; j < columns; j++)
    p->mean[j] = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      p->mean[j] += p->data[i * columns + j];
  for (int j = 0; j < columns; j++)
    p->mean[j] /= (REAL)rows;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      p->data[i * columns + j] -= p->mean[j];

#pragma omp parallel for
  for (int j1 = 0; j1 < columns; j1++)
    for (int j2 = 0; j2 < columns; j2++)
      p->symmat[j1 * columns + j2] = 0;
  bench_add_product(columns, columns, rows, 1, bench_transposed(p->data, columns),
                    bench_by_rows(p->data, columns), bench_by_rows(p->symmat, columns));
}

void problem_kernel(struct problem *p)
{
  kernel_covariance(p->rows, p->columns, p->data, p->mean, p->symmat);
}
