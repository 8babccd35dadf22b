/* FILE: examples/mpi/heat.c
 * WHAT: conduction of heat in a plate, on the devices of several MPI ranks. Each rank has a strip of rows, and exchanges its outer rows with
 *       its neighbors in each step. docs/mpi.md describes how to compile and run it.
 * USE:  mpirun -n RANKS heat [ROWS COLUMNS STEPS]
 *
 * The results have the same bits for each number of ranks: a cell is computed by the same operations in each strip, a maximum does not
 * depend on an order, and the checksum is a sum of integers.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A strip of the plate. Row 0 and row ROWS + 1 are those of the neighbors, or the edge of the plate. */
struct strip {
  int rows, columns;
  int above, below; /* ranks of the neighbors, or MPI_PROC_NULL */
  double *heat;     /* (rows + 2) * columns */
  double *down;     /* flux from each row into the next one: (rows + 1) * columns */
  double *right;    /* flux from each column into the next one: (rows + 2) * columns */
};

static double initial(int row, int column) { return (double)((row * 37 + column * 101) % 1000) / 8; }

/* Returns the largest change of a cell. */
static double step(const struct strip *strip) {
  const int rows = strip->rows, columns = strip->columns;
  double *heat = strip->heat, *down = strip->down, *right = strip->right;
  double change = 0;
#pragma omp target map(tofrom : change, heat[0 : (rows + 2) * columns])                                      \
    map(alloc : down[0 : (rows + 1) * columns]) map(alloc : right[0 : (rows + 2) * columns])
  {
#pragma omp parallel for
    for (int i = 0; i <= rows; i++)
      for (int j = 0; j < columns; j++)
        down[i * columns + j] = 0.2 * (heat[i * columns + j] - heat[(i + 1) * columns + j]);
#pragma omp parallel for
    for (int i = 1; i <= rows; i++)
      for (int j = 0; j + 1 < columns; j++)
        right[i * columns + j] = 0.2 * (heat[i * columns + j] - heat[i * columns + j + 1]);
#pragma omp parallel for reduction(max : change)
    for (int i = 1; i <= rows; i++)
      for (int j = 1; j + 1 < columns; j++) {
        const double gain = down[(i - 1) * columns + j] - down[i * columns + j] +
                            (right[i * columns + j - 1] - right[i * columns + j]);
        heat[i * columns + j] += gain;
        change = gain > change ? gain : change;
      }
  }
  return change;
}

/* Fetches the outer rows from the device, exchanges them, and stores those of the neighbors on the device. */
static void exchange(const struct strip *strip) {
  const int columns = strip->columns, rows = strip->rows;
  double *heat = strip->heat, *first = heat + columns, *last = heat + rows * columns, *end = last + columns;
#pragma omp target update from(first[0 : columns]) from(last[0 : columns])
  MPI_Sendrecv(first, columns, MPI_DOUBLE, strip->above, 0, end, columns, MPI_DOUBLE, strip->below, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(last, columns, MPI_DOUBLE, strip->below, 0, heat, columns, MPI_DOUBLE, strip->above, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp target update to(heat[0 : columns]) to(end[0 : columns])
}

/* A sum of integers made of the bits of each cell and its place. FIRST: number of the strip's first row. */
static uint64_t checksum(const struct strip *strip, int first) {
  uint64_t sum = 0;
  for (int i = 1; i <= strip->rows; i++)
    for (int j = 0; j < strip->columns; j++) {
      uint64_t bits;
      memcpy(&bits, &strip->heat[i * strip->columns + j], sizeof bits);
      sum += bits * (uint64_t)(2 * ((first + i) * strip->columns + j) + 1);
    }
  return sum;
}

static double *allocate(int rows, int columns) {
  double *cells = calloc((size_t)rows * (size_t)columns, sizeof *cells);
  if (!cells) {
    fprintf(stderr, "heat: no memory\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return cells;
}

static void run(struct strip *strip, int first, int steps, double *change) {
  const int rows = strip->rows, columns = strip->columns;
  double *heat = strip->heat, *down = strip->down, *right = strip->right;
  for (int i = 0; i < rows + 2; i++)
    for (int j = 0; j < columns; j++)
      heat[i * columns + j] = initial(first + i, j);
#pragma omp target data map(tofrom : heat[0 : (rows + 2) * columns])                                         \
    map(alloc : down[0 : (rows + 1) * columns]) map(alloc : right[0 : (rows + 2) * columns])
  for (int s = 0; s < steps; s++) {
    if (s)
      exchange(strip);
    *change = step(strip);
  }
}

int main(int count, char **words) {
  MPI_Init(&count, &words);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int all_rows = count > 1 ? atoi(words[1]) : 512, columns = count > 2 ? atoi(words[2]) : 512;
  const int steps = count > 3 ? atoi(words[3]) : 100;
  if (all_rows < ranks || columns < 3 || steps < 1) {
    if (!rank)
      fprintf(stderr,
              "usage: heat [ROWS COLUMNS STEPS]: at least a row for each rank, 3 columns and 1 step\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int first = (int)((long)all_rows * rank / ranks), end = (int)((long)all_rows * (rank + 1) / ranks);
  struct strip strip = {.rows = end - first,
                        .columns = columns,
                        .above = rank ? rank - 1 : MPI_PROC_NULL,
                        .below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL,
                        .heat = allocate(end - first + 2, columns),
                        .down = allocate(end - first + 1, columns),
                        .right = allocate(end - first + 2, columns)};
  double change = 0, largest;
  run(&strip, first, steps, &change);
  const uint64_t own = checksum(&strip, first);
  uint64_t sum;
  MPI_Reduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!rank)
    printf("%d rows, %d columns, %d steps: last change %a, checksum %016llx\n", all_rows, columns, steps,
           largest, (unsigned long long)sum);
  free(strip.heat);
  free(strip.down);
  free(strip.right);
  MPI_Finalize();
  return 0;
}
