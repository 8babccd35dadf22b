/* FILE: bench/synthetic/k_matrix.c
 * WHAT: micro-k_matrix: how many teams serve a loop best whose lanes each read along rows of their own
 *       in K matrices: K uncoalesced streams. `cleave calibrate` makes a profile of what it prints.
 * USE:  micro-k_matrix [--size N] [--rows R] [--seconds S] [--no-kernels | --host-device]
 *
 * C[i][j] = sum over x of A0[j][x] + A1[j][x] + ..., for R x N elements of C and matrices of N x N;
 * neighbouring lanes have neighbouring j. With 0 matrices, A0[x][j] is read instead: one coalesced
 * stream. Each number of matrices runs with grids from half a team of 128 threads for each
 * multiprocessor to as many as that could hold. All results are checked: the elements are small
 * integers, so that every order of summation gives the same.
 * Prints lines, not JSON: "device NAME", "architecture 90", "multiprocessors 132", "size 5000", and
 * for every grid "grid K TEAMS MILLISECONDS": the median, by events of the driver, launch and wait
 * included.
 */
#include "driver.h"
#include "measure.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { MATRICES = 10, THREADS = 128, REPEATS = 3, LARGEST = 40000 };

static double size = 5000, row_count = 256;
static bool no_kernels, host_device;

static const struct measure_option options[] = {
    {"--size", "rows and columns of a matrix (default 5000)", &size, NULL},
    {"--rows", "rows of the result (default 256)", &row_count, NULL},
    {"--no-kernels", "the driver runs no kernels: do not check what they compute", NULL, &no_kernels},
    {"--host-device", "the host is the device: only to try the program out", NULL, &host_device},
    {0}};
static const struct measure_program program = {
    .name = "micro-k_matrix",
    .measures = "the best grid for 0 to 10 uncoalesced streams",
    .question = 10,
    .seconds = 120,
    .options = options};

static float *matrices, *result; /* MATRICES times n * n elements; rows * n */
static long n, rows;

/* How long KERNEL took, in milliseconds: by events, which the driver times. */
static double timed(void (*kernel)(int teams), int teams) {
  static CUevent start, end;
  float milliseconds;
  if (host_device) {
    double before = measure_now();
    kernel(teams);
    return (measure_now() - before) * 1e3;
  }
  if (!start) {
    CHECK(cuEventCreate, &start, CU_EVENT_DEFAULT);
    CHECK(cuEventCreate, &end, CU_EVENT_DEFAULT);
  }
  CHECK(cuEventRecord, start, NULL);
  kernel(teams);
  CHECK(cuEventRecord, end, NULL);
  CHECK(cuEventSynchronize, end);
  CHECK(cuEventElapsedTime, &milliseconds, start, end);
  return milliseconds;
}

#define GRID                                                                                       \
  _Pragma("omp target teams distribute parallel for collapse(2) num_teams(teams) thread_limit(THREADS)")

/* One kernel for each number of matrices, so that it is a constant there. */
#define ALONG_ROWS(K)                                                                              \
  static void rows_of_##K(int teams) {                                                             \
    const float *a = matrices;                                                                     \
    float *c = result;                                                                             \
    const long length = n, count = rows;                                                           \
    GRID for (long i = 0; i < count; i++) for (long j = 0; j < length; j++) {                      \
      float sum = 0;                                                                               \
      for (long x = 0; x < length; x++)                                                            \
        for (int m = 0; m < K; m++)                                                                \
          sum += a[(m * length + j) * length + x];                                                 \
      c[i * length + j] = sum;                                                                     \
    }                                                                                              \
  }
ALONG_ROWS(1)
ALONG_ROWS(2)
ALONG_ROWS(3)
ALONG_ROWS(4)
ALONG_ROWS(5)
ALONG_ROWS(6)
ALONG_ROWS(7)
ALONG_ROWS(8)
ALONG_ROWS(9)
ALONG_ROWS(10)

static void columns(int teams) {
  const float *a = matrices;
  float *c = result;
  const long length = n, count = rows;
  GRID for (long i = 0; i < count; i++) for (long j = 0; j < length; j++) {
    float sum = 0;
    for (long x = 0; x < length; x++)
      sum += a[x * length + j];
    c[i * length + j] = sum;
  }
}

static void (*const kernels[MATRICES + 1])(int teams) = {
    columns,   rows_of_1, rows_of_2, rows_of_3, rows_of_4, rows_of_5,
    rows_of_6, rows_of_7, rows_of_8, rows_of_9, rows_of_10};

static float *allocate(long count) {
  float *array = malloc((size_t)count * sizeof *array);
  if (!array)
    measure_fail("no memory for %ld elements", count);
  return array;
}

static float element(long matrix, long row, long column) {
  return (float)((row + 2 * column + matrix) % 7);
}

static void fill(void) {
  matrices = allocate(MATRICES * n * n);
  result = allocate(rows * n);
  for (long m = 0; m < MATRICES; m++)
    for (long j = 0; j < n; j++)
      for (long x = 0; x < n; x++)
        matrices[(m * n + j) * n + x] = element(m, j, x);
}

/* Adds what matrix K - 1 adds to the sums of COLUMN 0 to n - 1 (K 0: the sums of its columns). */
static void add_expected(int k, double *expected) {
  for (long j = 0; j < n; j++) {
    if (k <= 1)
      expected[j] = 0;
    for (long x = 0; x < n; x++)
      expected[j] += k ? element(k - 1, j, x) : element(0, x, j);
  }
}

/* Clears the result, so that the next check cannot pass by what is there already. */
static void check(int k, int teams, const double *expected) {
#pragma omp target update from(result[0 : rows * n])
  for (long at = 0; at < rows * n && !no_kernels; at++)
    if (result[at] != expected[at % n])
      measure_fail("%d matrices, %d teams: element %ld is %g and should be %g", k, teams, at,
                   (double)result[at], expected[at % n]);
  for (long at = 0; at < rows * n; at++)
    result[at] = -1;
#pragma omp target update to(result[0 : rows * n])
}

static void measure_grid(int k, int teams, const double *expected) {
  struct measure_sample sample;
  kernels[k](teams); /* the first launch of a kernel loads it */
  measure_begin(&sample, REPEATS, 100);
  while (measure_again(&sample))
    measure_add(&sample, timed(kernels[k], teams));
  check(k, teams, expected);
  printf("grid %d %d %.6f\n", k, teams, measure_median(&sample));
  fflush(stdout);
  measure_end(&sample);
}

/* The device as the driver describes it. */
static struct device {
  char name[256];
  int major, minor, multiprocessors, threads; /* threads: of a multiprocessor */
} device = {"host", 0, 0, 2, 4 * THREADS};

static void ask_driver(void) {
  CUdevice handle;
  driver_open();
  CHECK(cuDeviceGet, &handle, 0);
  CHECK(cuDeviceGetName, device.name, sizeof device.name, handle);
  CHECK(cuDeviceGetAttribute, &device.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, handle);
  CHECK(cuDeviceGetAttribute, &device.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, handle);
  CHECK(cuDeviceGetAttribute, &device.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        handle);
  CHECK(cuDeviceGetAttribute, &device.threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
        handle);
}

/* Halves and wholes of a team for each multiprocessor. */
static void sweep(void) {
  static const double portions[] = {0.5, 0.65, 1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32};
  enum { PORTIONS = sizeof portions / sizeof *portions };
  int count = 0;
  while (count < PORTIONS && portions[count] <= (double)device.threads / THREADS)
    count++;
  measure_plan((MATRICES + 1) * count);
  double *expected = calloc((size_t)n, sizeof *expected);
  for (int k = 0; k <= MATRICES && expected; k++) {
    add_expected(k, expected);
    for (int i = 0; i < count; i++)
      measure_grid(k, (int)(portions[i] * device.multiprocessors + 0.5), expected);
  }
  free(expected);
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  n = (long)size;
  rows = (long)row_count;
  if (n < 1 || n > LARGEST || rows < 1 || rows > LARGEST)
    measure_fail("--size and --rows must be from 1 to %d", LARGEST);
  if (!host_device)
    ask_driver();
  if (!omp_get_num_devices())
    measure_fail("the OpenMP run time finds no device for this program's images");
  printf("device %s\narchitecture %d\nmultiprocessors %d\nsize %ld\n", device.name,
         device.major * 10 + device.minor, device.multiprocessors, n);
  fill();
#pragma omp target enter data map(to : matrices[0 : MATRICES * n * n], result[0 : rows * n])
  sweep();
#pragma omp target exit data map(delete : matrices[0 : MATRICES * n * n], result[0 : rows * n])
  free(matrices);
  free(result);
  return 0;
}
