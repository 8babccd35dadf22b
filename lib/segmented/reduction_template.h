/* FILE: lib/segmented/reduction_template.h
 * WHAT: a reduction over elements of arrays, with the same bits on every device and grid. A file includes it once for each.
 *
 * Parameters, macros that the including file defines and undefines:
 *   CLEAVE_REDUCTION_NAME           the last part of the generated names, for example sum_double
 *   CLEAVE_REDUCTION_TYPE           the type of the result
 *   CLEAVE_REDUCTION_COMBINE(a, b)  an expression: an associative and commutative operation
 *   CLEAVE_REDUCTION_IDENTITY       an expression: its neutral element
 *   CLEAVE_REDUCTION_INPUTS         parameters of the function: the arrays, for example const double *x, const double *y
 *   CLEAVE_REDUCTION_PASSED         their names: x, y
 *   CLEAVE_REDUCTION_ADD(a, i)      an expression: A combined with element I of the arrays
 *
 * The compiler may contract a product in CLEAVE_REDUCTION_ADD with the addition, and host and GPU then differ: write
 * __builtin_fma, or compile with -ffp-contract=off.
 */
#include "workspace.h"
#include <limits.h>

#undef CLEAVE_REDUCTION_FUNCTION
#define CLEAVE_REDUCTION_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_REDUCTION_NAME)

#ifndef CLEAVE_SEGMENTED_REDUCTION_H
#define CLEAVE_SEGMENTED_REDUCTION_H
enum {
  CLEAVE_REDUCTION_SUMS = 4,    /* independent partial results of a virtual thread */
  CLEAVE_REDUCTION_TEAMS = 1056 /* the most virtual teams */
};

/* The virtual teams of a reduction over COUNT elements. */
static inline int cleave_reduction_teams(long count) {
  const long wanted = (count + CLEAVE_SEGMENTED_THREADS * CLEAVE_REDUCTION_SUMS - 1) /
                      (CLEAVE_SEGMENTED_THREADS * CLEAVE_REDUCTION_SUMS);
  return wanted < 1 ? 1 : wanted > CLEAVE_REDUCTION_TEAMS ? CLEAVE_REDUCTION_TEAMS : (int)wanted;
}
#endif

/* Bytes of a workspace for the reduction, for any number of elements. */
static inline size_t CLEAVE_REDUCTION_FUNCTION(cleave_reduce_bytes)(void) {
  return cleave_workspace_bytes(0, sizeof(CLEAVE_REDUCTION_TYPE) * CLEAVE_REDUCTION_TEAMS);
}

/* Team memory: two halves, because thread 0 reads one while other threads write the values of the next virtual team. */
struct CLEAVE_REDUCTION_FUNCTION(cleave_reduction_team) {
  CLEAVE_REDUCTION_TYPE values[2][CLEAVE_SEGMENTED_THREADS];
  int last;
};

#pragma omp begin declare target

/* The elements FIRST, FIRST + STEP, ... below COUNT. */
/* clang-format off */
#define CLEAVE_REDUCTION_WALK(name, index)                                                                             \
  CLEAVE_SEGMENTED_INLINE CLEAVE_REDUCTION_TYPE CLEAVE_REDUCTION_FUNCTION(name)(CLEAVE_REDUCTION_INPUTS,               \
                                                                                index first, index step, index count) { \
    CLEAVE_REDUCTION_TYPE sums[CLEAVE_REDUCTION_SUMS];                                                                 \
    index i = first;                                                                                                   \
    for (int k = 0; k < CLEAVE_REDUCTION_SUMS; k++)                                                                    \
      sums[k] = CLEAVE_REDUCTION_IDENTITY;                                                                             \
    _Pragma("clang loop unroll(disable)")                                                                              \
    for (; i + (CLEAVE_REDUCTION_SUMS - 1) * step < count; i += CLEAVE_REDUCTION_SUMS * step)                          \
      for (int k = 0; k < CLEAVE_REDUCTION_SUMS; k++)                                                                  \
        sums[k] = CLEAVE_REDUCTION_ADD(sums[k], i + k * step);                                                         \
    _Pragma("clang loop unroll(disable)")                                                                              \
    for (; i < count; i += step)                                                                                       \
      sums[0] = CLEAVE_REDUCTION_ADD(sums[0], i);                                                                      \
    sums[0] = CLEAVE_REDUCTION_COMBINE(sums[0], sums[1]);                                                              \
    sums[2] = CLEAVE_REDUCTION_COMBINE(sums[2], sums[3]);                                                              \
    return CLEAVE_REDUCTION_COMBINE(sums[0], sums[2]);                                                                 \
  }
CLEAVE_REDUCTION_WALK(cleave_reduction_walk, int)
CLEAVE_REDUCTION_WALK(cleave_reduction_walk_long, long)
/* clang-format on */
#undef CLEAVE_REDUCTION_WALK

/* Combines the 256 values of a virtual team in a fixed tree. Begins with a barrier. Only thread 0 gets the result. */
CLEAVE_SEGMENTED_INLINE CLEAVE_REDUCTION_TYPE
CLEAVE_REDUCTION_FUNCTION(cleave_reduction_tree)(CLEAVE_REDUCTION_TYPE *values, int thread, int threads) {
  CLEAVE_REDUCTION_TYPE result = CLEAVE_REDUCTION_IDENTITY;
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int column = thread; column < 16; column += threads) {
    CLEAVE_REDUCTION_TYPE sum = values[column];
#pragma clang loop unroll_count(3)
    for (int i = column + 16; i < CLEAVE_SEGMENTED_THREADS; i += 16)
      sum = CLEAVE_REDUCTION_COMBINE(sum, values[i]);
    values[column] = sum;
  }
#pragma omp barrier
  if (thread == 0) {
    result = values[0];
#pragma clang loop unroll_count(3)
    for (int i = 1; i < 16; i++)
      result = CLEAVE_REDUCTION_COMBINE(result, values[i]);
  }
  return result;
}

/* The whole kernel; all threads of all teams call it. IS_SHORT, a constant: 32-bit indices suffice. */
CLEAVE_SEGMENTED_INLINE void CLEAVE_REDUCTION_FUNCTION(cleave_reduction_run)(
    CLEAVE_REDUCTION_INPUTS, long count, int virtual_teams, bool is_short, unsigned *control,
    CLEAVE_REDUCTION_TYPE *parts, struct CLEAVE_REDUCTION_FUNCTION(cleave_reduction_team) * team,
    CLEAVE_REDUCTION_TYPE *total) {
  const int thread = omp_get_thread_num(), threads = omp_get_num_threads(), teams = omp_get_num_teams();
  const int step = virtual_teams * CLEAVE_SEGMENTED_THREADS;
  int half = 0;
#pragma clang loop unroll(disable)
  for (int part = omp_get_team_num(); part < virtual_teams; part += teams, half ^= 1) {
    CLEAVE_REDUCTION_TYPE *const values = team->values[half];
#pragma clang loop unroll(disable)
    for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
      const int first = part * CLEAVE_SEGMENTED_THREADS + lane;
      values[lane] = is_short ? CLEAVE_REDUCTION_FUNCTION(cleave_reduction_walk)(CLEAVE_REDUCTION_PASSED,
                                                                                 first, step, (int)count)
                              : CLEAVE_REDUCTION_FUNCTION(cleave_reduction_walk_long)(CLEAVE_REDUCTION_PASSED,
                                                                                      first, step, count);
    }
    const CLEAVE_REDUCTION_TYPE result =
        CLEAVE_REDUCTION_FUNCTION(cleave_reduction_tree)(values, thread, threads);
    if (thread == 0)
      parts[part] = result;
  }
  if (thread == 0)
    team->last = cleave_segmented_increment(&control[CLEAVE_SEGMENTED_FINISHED]) == (unsigned)teams - 1;
#pragma omp barrier
  if (team->last) {
    CLEAVE_REDUCTION_TYPE *const values = team->values[0];
#pragma clang loop unroll(disable)
    for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
      CLEAVE_REDUCTION_TYPE sum = CLEAVE_REDUCTION_IDENTITY;
#pragma clang loop unroll(disable)
      for (int i = lane; i < virtual_teams; i += CLEAVE_SEGMENTED_THREADS)
        sum = CLEAVE_REDUCTION_COMBINE(sum, parts[i]);
      values[lane] = sum;
    }
    const CLEAVE_REDUCTION_TYPE result =
        CLEAVE_REDUCTION_FUNCTION(cleave_reduction_tree)(values, thread, threads);
    if (thread == 0) {
      *total = result;
      control[CLEAVE_SEGMENTED_FINISHED] = 0;
    }
  }
}

#pragma omp end declare target

/* Stores in *RESULT, a host address, the combination of the elements 0 to COUNT - 1; of none, the identity. The order depends on
 * COUNT only. Returns false and stores nothing if the workspace is too small. */
static inline bool CLEAVE_REDUCTION_FUNCTION(cleave_reduce)(const struct cleave_workspace *workspace,
                                                            CLEAVE_REDUCTION_INPUTS, long count,
                                                            CLEAVE_REDUCTION_TYPE *result) {
  const int virtual_teams = cleave_reduction_teams(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, virtual_teams);
  const bool is_short =
      count <= INT_MAX - CLEAVE_REDUCTION_SUMS * CLEAVE_SEGMENTED_THREADS * (long)CLEAVE_REDUCTION_TEAMS;
  unsigned *const control = (unsigned *)workspace->memory;
  CLEAVE_REDUCTION_TYPE *const parts = (CLEAVE_REDUCTION_TYPE *)cleave_workspace_data(workspace);
  CLEAVE_REDUCTION_TYPE total = CLEAVE_REDUCTION_IDENTITY;
  struct CLEAVE_REDUCTION_FUNCTION(cleave_reduction_team) team_;
  if (count < 0 || !cleave_workspace_fits(workspace, CLEAVE_REDUCTION_FUNCTION(cleave_reduce_bytes)()))
    return false;
  if (is_short && count > 0) {
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, parts) map(from : total)
#pragma omp parallel
    CLEAVE_REDUCTION_FUNCTION(cleave_reduction_run)
    (CLEAVE_REDUCTION_PASSED, count, virtual_teams, true, control, parts, &team_, &total);
  } else if (count > 0) {
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, parts) map(from : total)
#pragma omp parallel
    CLEAVE_REDUCTION_FUNCTION(cleave_reduction_run)
    (CLEAVE_REDUCTION_PASSED, count, virtual_teams, false, control, parts, &team_, &total);
  }
  *result = total;
  return true;
}
