/* product.c: see product.h.
 *
 * P is cut into tiles of TILE_ROWS x TILE_COLUMNS that stay in vector registers while k runs; the
 * parts of X and Y that a tile needs are packed in the order it reads them, with zeros where the
 * matrix ends. A block of k is finished for a block of P before the next begins, so that each
 * element still adds its products one by one with k ascending: only different elements are computed
 * side by side.
 */
#include "product.h"

#include <string.h>

enum {
  VECTOR_BYTES = 32,
  LANES = VECTOR_BYTES / sizeof(REAL),
  TILE_ROWS = 4,
  TILE_VECTORS = 2,
  TILE_COLUMNS = TILE_VECTORS * LANES,
  BLOCK_ROWS = 32 * TILE_ROWS,       /* one thread's piece of P */
  BLOCK_COLUMNS = 8 * TILE_COLUMNS,
  BLOCK_INNER = 256
};

typedef REAL vector __attribute__((vector_size(VECTOR_BYTES)));

struct tile {
  vector at[TILE_ROWS][TILE_VECTORS];
};

/* Wider vectors where the processor has them. The references are compiled for the device too, which
 * knows no such thing. */
#if defined(__x86_64__) && !defined(__NVPTX__) && !defined(__AMDGCN__)
#define FOR_THIS_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_THIS_PROCESSOR
#endif

/* X: TILE_ROWS values for each k; Y: TILE_VECTORS vectors for each k. */
FOR_THIS_PROCESSOR static void add_tile(int inner, const REAL *X, const vector *Y,
                                        struct tile *tile)
{
  struct tile sum = *tile;
  for (int k = 0; k < inner; k++, X += TILE_ROWS, Y += TILE_VECTORS)
    for (int i = 0; i < TILE_ROWS; i++)
      for (int v = 0; v < TILE_VECTORS; v++)
        sum.at[i][v] += X[i] * Y[v];
  *tile = sum;
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* Packs WIDTH values, of which COUNT exist, for each of INNER k, each multiplied by FACTOR. */
static void pack(REAL *packed, int width, int count, int inner, REAL factor, const REAL *data,
                 size_t step_k, size_t step)
{
  for (int k = 0; k < inner; k++)
    for (int i = 0; i < width; i++)
      *packed++ = i < count ? factor * data[(size_t)k * step_k + (size_t)i * step] : 0;
}

/* Adds a block of at most BLOCK_INNER k to a tile of P, of which rows x columns exist. */
static void update_tile(int rows, int columns, int inner, const REAL *X, const vector *Y,
                        struct bench_matrix P)
{
  struct tile tile = {0};
  REAL element[TILE_ROWS][TILE_COLUMNS] = {{0}};
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      element[i][j] = P.data[(size_t)i * P.row + (size_t)j * P.column];
  memcpy(&tile, element, sizeof tile);
  add_tile(inner, X, Y, &tile);
  memcpy(element, &tile, sizeof tile);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      P.data[(size_t)i * P.row + (size_t)j * P.column] = element[i][j];
}

/* Adds a block of at most BLOCK_INNER k to a block of P. */
static void update_block(int rows, int columns, int inner, REAL alpha, struct bench_matrix X,
                         struct bench_matrix Y, struct bench_matrix P)
{
  REAL packed_x[BLOCK_ROWS * BLOCK_INNER];
  vector packed_y[BLOCK_COLUMNS / LANES * BLOCK_INNER];
  for (int i = 0; i < rows; i += TILE_ROWS)
    pack(&packed_x[i * inner], TILE_ROWS, smaller(TILE_ROWS, rows - i), inner, alpha,
         bench_part(X, i, 0).data, X.column, X.row);
  for (int j = 0; j < columns; j += TILE_COLUMNS)
    pack((REAL *)&packed_y[j / LANES * inner], TILE_COLUMNS, smaller(TILE_COLUMNS, columns - j),
         inner, 1, bench_part(Y, 0, j).data, Y.row, Y.column);
  for (int j = 0; j < columns; j += TILE_COLUMNS)
    for (int i = 0; i < rows; i += TILE_ROWS)
      update_tile(smaller(TILE_ROWS, rows - i), smaller(TILE_COLUMNS, columns - j), inner,
                  &packed_x[i * inner], &packed_y[j / LANES * inner], bench_part(P, i, j));
}

void bench_add_product(int rows, int columns, int inner, REAL alpha, struct bench_matrix X,
                       struct bench_matrix Y, struct bench_matrix P)
{
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int i = 0; i < rows; i += BLOCK_ROWS)
    for (int j = 0; j < columns; j += BLOCK_COLUMNS)
      for (int k = 0; k < inner; k += BLOCK_INNER)
        update_block(smaller(BLOCK_ROWS, rows - i), smaller(BLOCK_COLUMNS, columns - j),
                     smaller(BLOCK_INNER, inner - k), alpha, bench_part(X, i, k),
                     bench_part(Y, k, j), bench_part(P, i, j));
}
