/* FILE: lib/segmented/team_template.h
 * WHAT: reductions and scans over the threads of a team. A file includes it once for each operation.
 *
 * Parameters, macros that the including file defines and undefines:
 *   CLEAVE_TEAM_NAME           the last part of the generated names, for example sum_int
 *   CLEAVE_TEAM_TYPE           the type of the values
 *   CLEAVE_TEAM_COMBINE(a, b)  an expression: the associative operation; a precedes b
 *   CLEAVE_TEAM_IDENTITY       an expression: its neutral element
 *
 * All threads of a team call the functions, from `parallel` as the only construct in `target teams`. The number of threads
 * is omp_get_num_threads(): it may be less than the thread limit. A buffer is team memory:
 *
 *   struct cleave_team_sum_int team_;
 *   #pragma omp target teams private(team_) allocate(CLEAVE_TEAM_MEMORY : team_) uses_allocators(CLEAVE_TEAM_MEMORY) \
 *       thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(...)
 *   #pragma omp parallel
 *   { ... cleave_team_exclusive_scan_sum_int(&team_, value, thread, threads, &total) ... }
 */
#include "workspace.h"

#undef CLEAVE_TEAM_FUNCTION
#define CLEAVE_TEAM_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_TEAM_NAME)

#pragma omp begin declare target

/* Team memory for 256 values in 16 groups of 16. Groups are 17 apart, to avoid bank conflicts. */
struct CLEAVE_TEAM_FUNCTION(cleave_team) {
  CLEAVE_TEAM_TYPE values[17 * 16];
  CLEAVE_TEAM_TYPE sums[16];
  CLEAVE_TEAM_TYPE offsets[17];
};

/* Reduces the COUNT values in the buffer, at most 256, in an order that depends on COUNT only. Keeps the order of the values,
 * so the operation need not commute. Begins with a barrier. Only thread 0 gets the result. Until the next barrier it reads
 * `sums`. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE CLEAVE_TEAM_FUNCTION(cleave_team_reduce_buffer)(
    struct CLEAVE_TEAM_FUNCTION(cleave_team) * buffer, int count, int thread, int threads) {
  CLEAVE_TEAM_TYPE result = CLEAVE_TEAM_IDENTITY;
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int group = thread; group < 16; group += threads) {
    CLEAVE_TEAM_TYPE sum = CLEAVE_TEAM_IDENTITY;
    const int size = count - group * 16 < 16 ? count - group * 16 : 16;
    for (int i = 0; i < size; i++)
      sum = CLEAVE_TEAM_COMBINE(sum, buffer->values[group * 17 + i]);
    buffer->sums[group] = sum;
  }
#pragma omp barrier
  if (thread == 0)
    for (int group = 0; group < 16; group++)
      result = CLEAVE_TEAM_COMBINE(result, buffer->sums[group]);
  return result;
}

/* Replaces the 256 values in the buffer by their exclusive scan, and returns the total to all threads. The operation need not
 * commute, and the order of combinations is fixed. Begins with a barrier. After it, value I is visible to the thread that
 * executes virtual thread I, and after the next barrier to all. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE CLEAVE_TEAM_FUNCTION(cleave_team_scan_buffer)(
    struct CLEAVE_TEAM_FUNCTION(cleave_team) * buffer, int thread, int threads) {
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int group = thread; group < 16; group += threads) {
    CLEAVE_TEAM_TYPE sum = CLEAVE_TEAM_IDENTITY;
#pragma clang loop unroll_count(4)
    for (int i = 0; i < 16; i++) {
      const CLEAVE_TEAM_TYPE value = buffer->values[group * 17 + i];
      buffer->values[group * 17 + i] = sum;
      sum = CLEAVE_TEAM_COMBINE(sum, value);
    }
    buffer->sums[group] = sum;
  }
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int group = thread; group < 16; group += threads) {
    CLEAVE_TEAM_TYPE sum = CLEAVE_TEAM_IDENTITY;
#pragma clang loop unroll_count(4)
    for (int i = 0; i < 16; i++) {
      if (i == group)
        buffer->offsets[group] = sum;
      sum = CLEAVE_TEAM_COMBINE(sum, buffer->sums[i]);
    }
    if (group == 15)
      buffer->offsets[16] = sum;
  }
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int i = thread; i < CLEAVE_SEGMENTED_THREADS; i += threads)
    buffer->values[CLEAVE_SEGMENTED_VALUE(i)] =
        CLEAVE_TEAM_COMBINE(buffer->offsets[i >> 4], buffer->values[CLEAVE_SEGMENTED_VALUE(i)]);
  return buffer->offsets[16];
}

/* The combination of the VALUEs of all threads, for all threads. The buffer may be used again at once. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE CLEAVE_TEAM_FUNCTION(cleave_team_reduce)(
    struct CLEAVE_TEAM_FUNCTION(cleave_team) * buffer, CLEAVE_TEAM_TYPE value, int thread, int threads) {
  buffer->values[CLEAVE_SEGMENTED_VALUE(thread)] = value;
  value = CLEAVE_TEAM_FUNCTION(cleave_team_reduce_buffer)(buffer, threads, thread, threads);
  if (thread == 0)
    buffer->offsets[0] = value;
#pragma omp barrier
  value = buffer->offsets[0];
#pragma omp barrier
  return value;
}

/* The combination of the VALUEs of the threads before this one. *TOTAL becomes that of all threads. The buffer may be used
 * again at once. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE CLEAVE_TEAM_FUNCTION(cleave_team_exclusive_scan)(
    struct CLEAVE_TEAM_FUNCTION(cleave_team) * buffer, CLEAVE_TEAM_TYPE value, int thread, int threads,
    CLEAVE_TEAM_TYPE *total) {
  for (int i = threads + thread; i < CLEAVE_SEGMENTED_THREADS; i += threads)
    buffer->values[CLEAVE_SEGMENTED_VALUE(i)] = CLEAVE_TEAM_IDENTITY;
  buffer->values[CLEAVE_SEGMENTED_VALUE(thread)] = value;
  *total = CLEAVE_TEAM_FUNCTION(cleave_team_scan_buffer)(buffer, thread, threads);
  value = buffer->values[CLEAVE_SEGMENTED_VALUE(thread)];
#pragma omp barrier
  return value;
}

/* The same, with the thread's own VALUE. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE CLEAVE_TEAM_FUNCTION(cleave_team_inclusive_scan)(
    struct CLEAVE_TEAM_FUNCTION(cleave_team) * buffer, CLEAVE_TEAM_TYPE value, int thread, int threads,
    CLEAVE_TEAM_TYPE *total) {
  const CLEAVE_TEAM_TYPE before =
      CLEAVE_TEAM_FUNCTION(cleave_team_exclusive_scan)(buffer, value, thread, threads, total);
  return CLEAVE_TEAM_COMBINE(before, value);
}

#pragma omp end declare target
