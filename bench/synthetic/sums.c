/* FILE: bench/synthetic/sums.c
 * WHAT: micro-sums: the time of a sum across teams in the forms that a compiler can write, by elements, type and teams.
 * USE:  micro-sums [--largest N] [--teams T] [--seconds S] [--no-kernels | --once]
 *
 * The arrays are on the device; a figure is the time of one call on the host, with its copies and its wait. Every form is compared
 * with a sequential sum. The order of the additions differs between the forms, so the comparison has a tolerance.
 */
#include "measure.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 256, BUFFER = 4096, VIRTUAL_TEAMS = 1024, BINS = 64, COLUMNS = 16, STREAMS = 4 };

static double largest = 1 << 26, default_teams = 924;
static bool no_kernels, once;

static const struct measure_option options[] = {
    {"--largest", "elements of the largest arrays (default 67108864)", &largest, NULL},
    {"--teams", "teams, but for the figures of several grids (default 924)", &default_teams, NULL},
    {"--no-kernels", "the driver runs no kernels: do not check what they compute", NULL, &no_kernels},
    {"--once", "three calls of each form with the largest arrays: for a profiler", NULL, &once},
    {0}};
static const struct measure_program program = {
    .name = "micro-sums",
    .measures = "sums across teams, in nine forms",
    .question = 15,
    .seconds = 60,
    .options = options};

typedef void (*function)(void);
struct form {
  const char *name;
  function run;
};

/* The team's sum of MINE in thread 0. All threads call it; SUMS is the team's. */
#define TEAM_SUM(mine, sums, thread, threads)                                                      \
  do {                                                                                             \
    (sums)[thread] = (mine);                                                                       \
    _Pragma("omp barrier") if ((thread) < COLUMNS) {                                               \
      for (int i_ = (thread) + COLUMNS; i_ < (threads); i_ += COLUMNS)                             \
        (mine) += (sums)[i_];                                                                      \
      (sums)[thread] = (mine);                                                                     \
    }                                                                                              \
    _Pragma("omp barrier") if ((thread) == 0) for (int i_ = 1; i_ < COLUMNS && i_ < (threads); i_++) \
      (mine) += (sums)[i_];                                                                        \
  } while (0)

/* RESULT = the sum of the THREADS elements of SUMS, in an order that does not depend on the number of threads. */
#define FIXED_SUM(result, sums, thread, threads)                                                   \
  do {                                                                                             \
    _Pragma("omp barrier") for (int c_ = (thread); c_ < COLUMNS; c_ += (threads))                  \
      for (int i_ = c_ + COLUMNS; i_ < THREADS; i_ += COLUMNS)                                     \
        (sums)[c_] += (sums)[i_];                                                                  \
    _Pragma("omp barrier") if ((thread) == 0) {                                                    \
      for (int c_ = 1; c_ < COLUMNS; c_++)                                                         \
        (sums)[0] += (sums)[c_];                                                                   \
      (result) = (sums)[0];                                                                        \
    }                                                                                              \
  } while (0)

/* What the kernels of a type share: the buffer of the last team, and a walk with STREAMS independent sums. */
#define DEVICE_PART(T)                                                                             \
  _Pragma("omp begin declare target") static struct {                                              \
    unsigned count;                                                                                \
    T parts[BUFFER];                                                                               \
  } buffer_##T;                                                                                    \
  static inline T strided_##T(long n, const T *x, const T *y, long i, long step) {                 \
    T sums[STREAMS] = {0};                                                                         \
    for (; i + (STREAMS - 1) * step < n; i += STREAMS * step)                                      \
      for (int s = 0; s < STREAMS; s++)                                                            \
        sums[s] += x[i + s * step] * y[i + s * step];                                              \
    for (; i < n; i += step)                                                                       \
      sums[0] += x[i] * y[i];                                                                      \
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);                                              \
  }                                                                                                \
  _Pragma("omp end declare target")
DEVICE_PART(double)
DEVICE_PART(float)

#define T double
#define NAME(form) form##_double
#include "sums_forms.h"
#define T float
#define NAME(form) form##_float
#include "sums_forms.h"

enum { FORMS = sizeof forms_double / sizeof *forms_double };
static const int grids[] = {132, 264, 528, 792, 924, 1024, 1320, 3200};
static const long sizes[] = {1L << 10, 1L << 16, 1L << 20, 1L << 22, 1L << 26};
enum { GRIDS = sizeof grids / sizeof *grids, SIZES = sizeof sizes / sizeof *sizes };

static void measure_both(int form, long n, int teams) {
  measure_double("double", &forms_double[form], n, teams);
  measure_float("float", &forms_float[form], n, teams);
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  const long n = (long)largest;
  const int teams = (int)default_teams;
  if (n < 1 || n > 1L << 30 || teams < 1 || teams > BUFFER)
    measure_fail("--largest must be from 1 to %ld, --teams from 1 to %d", 1L << 30, BUFFER);
  if (!omp_get_num_devices())
    measure_fail("the OpenMP run time finds no device for this program's images");
  fill_double(n);
  fill_float(n);
#pragma omp target enter data map(to : x_double[0 : n], y_double[0 : n], x_float[0 : n], y_float[0 : n])
  measure_plan(once ? 2 * FORMS : 2 * FORMS * SIZES + 2 * 2 * GRIDS * 2);
  for (int form = 0; form < FORMS; form++) {
    if (once)
      measure_both(form, n, teams);
    for (int size = 0; size < SIZES && !once; size++)
      if (sizes[size] <= n)
        measure_both(form, sizes[size], teams);
  }
  for (int form = 1; form < 3 && !once; form++)
    for (int size = SIZES - 2; size < SIZES; size++)
      for (int grid = 0; grid < GRIDS; grid++)
        if (sizes[size] <= n)
          measure_both(form, sizes[size], grids[grid]);
#pragma omp target exit data map(delete : x_double[0 : n], y_double[0 : n], x_float[0 : n], y_float[0 : n])
  return 0;
}
