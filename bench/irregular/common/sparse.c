/* sparse.c: see sparse.h. */
#include "sparse.h"

#include "harness.h"

#include <limits.h>
#include <stdlib.h>

enum kind { UNIFORM, POWER, BANDED, EMPTY, GIANT };
const char *const sparse_kinds[] = {"uniform", "power", "banded", "empty", "giant", NULL};

/* The row that has the most elements in the kinds `power` and `giant`. The simulator computes the latency of at most eight
 * blocks of a launch. This row begins one of them if each thread has one row, or each as many, and the number of blocks is at
 * most 8 or a multiple of 16. Otherwise the time of the row may be missing. */
static int special_row(int rows)
{
  return (int)((long long)rows * 7 / 16);
}

enum { EMPTY_SHARE = 8 }; /* one of so many rows has elements in the kind `empty` */

unsigned sparse_hash(unsigned a, unsigned seed)
{
  unsigned hash = a * 2654435761u + seed * 40503u + 1;
  hash ^= hash >> 15;
  hash *= 2246822519u;
  hash ^= hash >> 13;
  hash *= 3266489917u;
  return hash ^ hash >> 16;
}

void sparse_fill(REAL *array, size_t elements, unsigned seed)
{
  bench_fill(array, elements, seed);
#pragma omp parallel for
  for (size_t i = 0; i < elements; i++)
    array[i] /= 3;
}

/* A number from 0 to COUNT - 1. */
static int below(int count, unsigned a, unsigned seed)
{
  return (int)((unsigned long long)sparse_hash(a, seed) * (unsigned)count >> 32);
}

static int floor_log2(int value)
{
  int result = 0;
  while (value >>= 1)
    result++;
  return result;
}

/* The number of columns that row I may use: columns 0 to limit - 1. */
static int column_limit(int rows, bool lower, int i)
{
  int block = (rows + SPARSE_COLORS - 1) / SPARSE_COLORS;
  return lower ? i / block * block : rows;
}

static int uniform_length(int mean, int i, unsigned seed)
{
  return mean - mean / 2 + below(mean / 2 * 2 + 1, (unsigned)i, seed);
}

/* P(length >= 2^k) falls like 2^-k: each of the LEVELS doublings has the same share of all elements. */
static int power_length(int rows, int mean, int i, unsigned seed)
{
  int levels = floor_log2(rows) + 1, level = 0;
  unsigned hash = sparse_hash((unsigned)i, seed);
  while (level + 1 < levels && hash >> level & 1)
    level++;
  if (i == special_row(rows))
    level = levels - 1;
  long long length = (2LL * mean * (1LL << level) + below(levels, (unsigned)i, seed + 1)) / levels;
  return length < rows ? (int)length : rows;
}

static long long row_length(int rows, int mean, bool lower, int i, unsigned seed)
{
  int limit = column_limit(rows, lower, i);
  if (limit == 0)
    return 0;
  long long length = 0;
  switch ((enum kind)bench_input.kind) {
  case UNIFORM:
    length = uniform_length(mean, i, seed);
    break;
  case POWER:
    length = power_length(rows, mean, i, seed);
    break;
  case BANDED:
    length = mean;
    break;
  case EMPTY: /* at least one row has elements, so that a graph has a first vertex */
    length = i == rows - 1 || below(EMPTY_SHARE, (unsigned)i, seed) == 0 ? (long long)mean * EMPTY_SHARE : 0;
    break;
  case GIANT:
    if (i == special_row(rows))
      return (long long)mean * rows / 2 + 1;
    length = uniform_length(mean / 2 ? mean / 2 : 1, i, seed);
    break;
  }
  return length < limit ? length : limit;
}

/* The columns of row I. Element j of L lies in part j of L equal parts of the columns: they ascend without sorting. */
static void fill_columns(int rows, bool lower, int i, unsigned seed, int *column, int length)
{
  int limit = column_limit(rows, lower, i);
  if (bench_input.kind == BANDED) {
    int first = i - length / 2 - (lower ? (rows + SPARSE_COLORS - 1) / SPARSE_COLORS : 0);
    first = first < 0 ? 0 : first > limit - length ? limit - length : first;
    for (int j = 0; j < length; j++)
      column[j] = first + j;
    return;
  }
  for (int j = 0; j < length; j++) {
    long long begin = (long long)j * limit / length, end = (j + 1LL) * limit / length;
    int width = end > begin ? (int)(end - begin) : 1;
    column[j] = (int)begin + below(width, (unsigned)j, seed + 2 + (unsigned)i * 7);
  }
}

static struct sparse new_sparse(struct bench_memory *memory, int rows, long long elements)
{
  if (elements >= INT_MAX)
    bench_refuse("%lld elements are too many for %d rows: choose a smaller size or mean length", elements,
                 rows);
  struct sparse matrix = {.rows = rows, .elements = (int)elements};
  matrix.offset = bench_integers(memory, (size_t)rows + 1);
  matrix.column = bench_integers(memory, (size_t)elements + 1);
  matrix.column[elements] = 0;
  return matrix;
}

static struct sparse create(struct bench_memory *memory, int rows, int mean, bool lower, unsigned seed)
{
  if (mean > rows)
    bench_refuse("rows with a mean length of %d need a size of at least %d, not %d", mean, mean, rows);
  long long elements = 0;
  for (int i = 0; i < rows; i++)
    elements += row_length(rows, mean, lower, i, seed);
  struct sparse matrix = new_sparse(memory, rows, elements);
  matrix.offset[0] = 0;
  for (int i = 0; i < rows; i++)
    matrix.offset[i + 1] = matrix.offset[i] + (int)row_length(rows, mean, lower, i, seed);
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    fill_columns(rows, lower, i, seed, matrix.column + matrix.offset[i],
                 matrix.offset[i + 1] - matrix.offset[i]);
  return matrix;
}

struct sparse sparse_square(struct bench_memory *memory, int rows, unsigned seed)
{
  return create(memory, rows, bench_input.number, false, seed);
}

struct sparse sparse_lower(struct bench_memory *memory, int rows, unsigned seed)
{
  return create(memory, rows, bench_input.number, true, seed);
}

/* Sets MATRIX->offset to the sums of the lengths that MATRIX->offset[i + 1] has. */
static void sum_lengths(struct sparse *matrix)
{
  matrix->offset[0] = 0;
  for (int i = 0; i < matrix->rows; i++)
    matrix->offset[i + 1] += matrix->offset[i];
}

struct sparse sparse_transpose(struct bench_memory *memory, const struct sparse *matrix)
{
  int rows = matrix->rows;
  struct sparse result = new_sparse(memory, rows, matrix->elements);
  int *next = malloc(((size_t)rows + 1) * sizeof *next);
  if (!next)
    bench_refuse("no memory for %d rows: choose a smaller size", rows);
  for (int i = 0; i <= rows; i++)
    result.offset[i] = 0;
  for (int k = 0; k < matrix->elements; k++)
    result.offset[matrix->column[k] + 1]++;
  sum_lengths(&result);
  for (int i = 0; i < rows; i++)
    next[i] = result.offset[i];
  for (int i = 0; i < rows; i++)
    for (int k = matrix->offset[i]; k < matrix->offset[i + 1]; k++)
      result.column[next[matrix->column[k]]++] = i;
  free(next);
  return result;
}

struct sparse sparse_symmetric(struct bench_memory *memory, int rows, unsigned seed)
{
  struct bench_memory temporary = {0};
  int mean = bench_input.number / 2 ? bench_input.number / 2 : 1;
  struct sparse half = create(&temporary, rows, mean, false, seed);
  struct sparse other = sparse_transpose(&temporary, &half);
  struct sparse result = new_sparse(memory, rows, 2LL * half.elements);
  int count = 0;
  for (int i = 0; i < rows; i++) { /* merges two ascending rows */
    int a = half.offset[i], b = other.offset[i];
    result.offset[i] = count;
    while (a < half.offset[i + 1] || b < other.offset[i + 1]) {
      bool first = b == other.offset[i + 1] || (a < half.offset[i + 1] && half.column[a] <= other.column[b]);
      result.column[count++] = first ? half.column[a++] : other.column[b++];
    }
  }
  result.offset[rows] = count;
  bench_memory_free(&temporary);
  return result;
}

int sparse_longest_row(const struct sparse *matrix)
{
  int longest = 0;
  for (int i = 1; i < matrix->rows; i++)
    if (matrix->offset[i + 1] - matrix->offset[i] > matrix->offset[longest + 1] - matrix->offset[longest])
      longest = i;
  return longest;
}

int sparse_longest(const struct sparse *matrix)
{
  int i = sparse_longest_row(matrix);
  return matrix->offset[i + 1] - matrix->offset[i];
}
