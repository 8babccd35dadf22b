/* FILE: bench/segmented/operations.c
 * WHAT: each operation of lib/segmented once, for counts of instructions on the simulator.
 * USE:  operations N     prints the sums, which reductions.cu prints as well
 */
#include <stdio.h>
#include <stdlib.h>

#include "segmented/segmented.h"

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

int main(int count, char **arguments) {
  const int n = count > 1 ? atoi(arguments[1]) : 1000000, rows = n / 10 + 1;
  double *x = (double *)malloc(sizeof *x * n), *y = (double *)malloc(sizeof *x * n), dot, sum;
  float *f = (float *)malloc(sizeof *f * n);
  int *offsets = (int *)malloc(sizeof *offsets * (rows + 1)), *keys = (int *)malloc(sizeof *keys * n);
  unsigned *sorted = (unsigned *)malloc(sizeof *sorted * n), *bins = (unsigned *)calloc(sizeof *bins, 256);
  unsigned char *keeps = (unsigned char *)malloc(n);
  struct cleave_place_double place;
  struct cleave_workspace workspace;
  long kept;
  for (int i = 0; i < n; i++) {
    x[i] = i % 1000 - 500;
    f[i] = (float)(i % 4);
    keys[i] = (int)(i * 2654435761u >> 24);
    keeps[i] = (unsigned char)(keys[i] & 1);
  }
  for (int i = 0; i <= rows; i++)
    offsets[i] = i < rows ? (int)((long)n * i / rows) : n;
  if (!cleave_workspace_open(&workspace, omp_get_default_device(),
                             larger(larger(cleave_sort_bytes_double(n), cleave_segmented_bytes_sum_double(n)),
                                    cleave_reduce_bytes_argmin_double())))
    return 1;
#pragma omp target data map(to : x[:n], offsets[:rows + 1], keys[:n], keeps[:n]) map(alloc : y[:n], sorted[:n])      \
    map(tofrom : f[:n], bins[:256])
  {
    cleave_reduce_dot_double(&workspace, x, x, n, &dot);
    cleave_reduce_sum_double(&workspace, x, n, &sum);
    cleave_reduce_argmin_double(&workspace, x, n, &place);
    cleave_inclusive_scan_sum_double(&workspace, x, n, y);
    cleave_exclusive_scan_sum_float(&workspace, f, n, f);
    cleave_segmented_reduce_sum_double(&workspace, x, n, offsets, rows, y);
    cleave_segmented_inclusive_scan_sum_double(&workspace, x, n, offsets, rows, y);
    cleave_compact_double(&workspace, x, keeps, n, y, &kept);
    cleave_histogram_int(&workspace, keys, n, 256, bins);
    cleave_sort_double(&workspace, (unsigned *)keys, x, n, 8, sorted, y);
  }
  printf("dot %.0f sum %.0f\n", dot, sum);
  cleave_workspace_close(&workspace);
  return 0;
}
