/* sparse.h: sparse matrices and graphs in rows (CSR), for the programs of bench/irregular.
 *
 * `--input KIND,MEAN` selects the lengths of the rows; all kinds have about MEAN elements in a row on average:
 *   uniform   lengths from MEAN / 2 to 3 MEAN / 2, columns all over the row
 *   power     half of the rows are short, a quarter twice as long, an eighth four times as long, and so on; one row has the
 *             greatest of these lengths
 *   banded    MEAN consecutive columns around the diagonal
 *   empty     seven of eight rows have no elements, the others 8 MEAN
 *   giant     one row has half of all elements
 * The columns of a row ascend. They are different, except in a row that has more elements than there are columns.
 * The same arguments give the same matrix, with any number of threads.
 */
#ifndef SPARSE_H
#define SPARSE_H

#include "bench.h"

/* For benchmark.kinds. */
extern const char *const sparse_kinds[];

enum { SPARSE_DEFAULT_MEAN = 8 };

/* Element k of row i has column column[k], for offset[i] <= k < offset[i + 1]. */
struct sparse {
  int rows, elements;
  int *offset; /* rows + 1; compared after the run, like the columns */
  int *column; /* elements + 1: the last one is 0, so that no array is empty */
};

/* A square matrix. Ends the program if it would have more elements than an int can count. */
struct sparse sparse_square(struct bench_memory *memory, int rows, unsigned seed);

/* The part left of the diagonal, in SPARSE_COLORS blocks of rows: a row has columns of earlier blocks only, as after
 * a multicolor ordering. So the rows of a block are independent, and the first block has no elements. */
enum { SPARSE_COLORS = 16 };
struct sparse sparse_lower(struct bench_memory *memory, int rows, unsigned seed);

/* A symmetric matrix: a square one of half the mean length, and its transpose. */
struct sparse sparse_symmetric(struct bench_memory *memory, int rows, unsigned seed);

/* The transpose of MATRIX. */
struct sparse sparse_transpose(struct bench_memory *memory, const struct sparse *matrix);

/* The greatest number of elements of a row. */
int sparse_longest(const struct sparse *matrix);

/* The row that has the most elements, the first one of them. */
int sparse_longest_row(const struct sparse *matrix);

/* Like bench_fill, but thirds: sums of these values are rounded, so that a sum in another order is visible. */
void sparse_fill(REAL *array, size_t elements, unsigned seed);

/* A value that depends on A and SEED only, from 0 to 2^32 - 1. */
unsigned sparse_hash(unsigned a, unsigned seed);

#endif
