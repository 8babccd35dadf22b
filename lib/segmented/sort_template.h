/* FILE: lib/segmented/sort_template.h
 * WHAT: stable sort of pairs by keys that are small integers. A file includes it once for each type of values.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_SORT_NAME  the last part of the generated names, for example double
 *   CLEAVE_SORT_TYPE  the type of the values
 *
 * A pass sorts by one digit of 4 bits, from the lowest one on. It counts the digits of each tile, scans the counts by digit and tile,
 * and moves the pairs. No step depends on the order of teams.
 */
#include "workspace.h"

#ifndef CLEAVE_SEGMENTED_SORT_H
#define CLEAVE_SEGMENTED_SORT_H
enum {
  CLEAVE_SORT_BITS = 4,
  CLEAVE_SORT_DIGITS = 1 << CLEAVE_SORT_BITS,
  CLEAVE_SORT_COUNTERS = CLEAVE_SORT_DIGITS * CLEAVE_SEGMENTED_THREADS,
  CLEAVE_SORT_COPIES = 16 /* counters of a digit in the counting kernel, so that fewer threads meet at one */
};

/* Team memory of the kernel that moves pairs. */
struct cleave_sort_team {
  unsigned keys[CLEAVE_SEGMENTED_TILE + CLEAVE_SEGMENTED_TILE / 32];
  unsigned counters[CLEAVE_SORT_COUNTERS + CLEAVE_SORT_COUNTERS / 32]; /* by digit, then by virtual thread */
  unsigned short order[CLEAVE_SEGMENTED_TILE];                         /* the elements of the tile, sorted */
  struct cleave_team_sum_int sums;
  unsigned starts[CLEAVE_SORT_DIGITS]; /* where the first pair of a digit goes, less its place in the tile */
};

/* Bytes of scratch memory for the counts of all tiles, behind those of their scan. */
static inline size_t cleave_sort_counts_bytes(long count) {
  return cleave_segmented_aligned(sizeof(unsigned) * CLEAVE_SORT_DIGITS *
                                  (size_t)cleave_segmented_tiles(count));
}

/* Counts the digits of all tiles: COUNTS[digit * tiles + tile]. */
static inline void cleave_sort_count(const struct cleave_workspace *workspace, const unsigned *keys,
                                     long count, int shift, unsigned *counts) {
  const long tiles = cleave_segmented_tiles(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  unsigned counters_[CLEAVE_SORT_DIGITS * (CLEAVE_SORT_COPIES + 1)];
#pragma omp target teams device(device) private(counters_) allocate(CLEAVE_TEAM_MEMORY : counters_)          \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(counts)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    for (long tile = omp_get_team_num(); tile < tiles; tile += omp_get_num_teams()) {
      const long begin = tile * CLEAVE_SEGMENTED_TILE;
      const int size = count - begin < CLEAVE_SEGMENTED_TILE ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
      for (int i = thread; i < CLEAVE_SORT_DIGITS * (CLEAVE_SORT_COPIES + 1); i += threads)
        counters_[i] = 0;
#pragma omp barrier
#pragma clang loop unroll_count(8)
      for (int i = thread; i < size; i += threads) {
        const unsigned digit = keys[begin + i] >> shift & (CLEAVE_SORT_DIGITS - 1);
#pragma omp atomic
        counters_[digit * (CLEAVE_SORT_COPIES + 1) + thread % CLEAVE_SORT_COPIES]++;
      }
#pragma omp barrier
      for (int digit = thread; digit < CLEAVE_SORT_DIGITS; digit += threads) {
        unsigned sum = 0;
        for (int copy = 0; copy < CLEAVE_SORT_COPIES; copy++)
          sum += counters_[digit * (CLEAVE_SORT_COPIES + 1) + copy];
        counts[digit * tiles + tile] = sum;
      }
#pragma omp barrier
    }
  }
}

#pragma omp begin declare target

/* The place of a counter in team memory. */
#define CLEAVE_SORT_COUNTER(digit, lane)                                                                     \
  CLEAVE_SEGMENTED_PLACE((digit) * CLEAVE_SEGMENTED_THREADS + (lane), unsigned)

/* The digit of an element in team memory. */
CLEAVE_SEGMENTED_INLINE int cleave_sort_digit(const struct cleave_sort_team *team, int element, int shift) {
  return (int)(team->keys[CLEAVE_SEGMENTED_PLACE(element, unsigned)] >> shift & (CLEAVE_SORT_DIGITS - 1));
}

/* Sorts the SIZE keys in team memory by a digit: sets `order`, and `starts` from OFFSETS, the destination of each digit's first
 * pair of the tile. Begins and ends with a barrier. */
CLEAVE_SEGMENTED_INLINE void cleave_sort_tile(struct cleave_sort_team *team, int size, int shift,
                                              const unsigned *offsets, long tiles, int thread, int threads) {
  for (int i = thread; i < CLEAVE_SORT_COUNTERS + CLEAVE_SORT_COUNTERS / 32; i += threads)
    team->counters[i] = 0;
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads)
    for (int i = lane * CLEAVE_SEGMENTED_ITEMS; i < (lane + 1) * CLEAVE_SEGMENTED_ITEMS && i < size; i++)
      team->counters[CLEAVE_SORT_COUNTER(cleave_sort_digit(team, i, shift), lane)]++;
#pragma omp barrier
  /* Virtual thread L scans the counters 16 L to 16 L + 15. */
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    unsigned sum = 0;
    for (int i = 0; i < CLEAVE_SORT_DIGITS; i++)
      sum += team->counters[CLEAVE_SEGMENTED_PLACE(lane * CLEAVE_SORT_DIGITS + i, unsigned)];
    team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)] = (int)sum;
  }
  cleave_team_scan_buffer_sum_int(&team->sums, thread, threads);
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    unsigned sum = (unsigned)team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)];
    if (lane % CLEAVE_SORT_DIGITS == 0) /* the first counter of a digit */
      team->starts[lane / CLEAVE_SORT_DIGITS] = offsets[lane / CLEAVE_SORT_DIGITS * tiles] - sum;
    for (int i = 0; i < CLEAVE_SORT_DIGITS; i++) {
      unsigned *const counter =
          &team->counters[CLEAVE_SEGMENTED_PLACE(lane * CLEAVE_SORT_DIGITS + i, unsigned)];
      const unsigned value = *counter;
      *counter = sum;
      sum += value;
    }
  }
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads)
    for (int i = lane * CLEAVE_SEGMENTED_ITEMS; i < (lane + 1) * CLEAVE_SEGMENTED_ITEMS && i < size; i++)
      team->order[team->counters[CLEAVE_SORT_COUNTER(cleave_sort_digit(team, i, shift), lane)]++] =
          (unsigned short)i;
#pragma omp barrier
}

#pragma omp end declare target
#endif

#undef CLEAVE_SORT_FUNCTION
#define CLEAVE_SORT_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_SORT_NAME)

/* Bytes of a workspace for a sort of COUNT pairs. */
static inline size_t CLEAVE_SORT_FUNCTION(cleave_sort_bytes)(long count) {
  const long counts = cleave_segmented_tiles(count) * CLEAVE_SORT_DIGITS,
             tiles = cleave_segmented_tiles(counts);
  return cleave_workspace_bytes(cleave_look_back_flags_sum_unsigned(tiles),
                                cleave_look_back_bytes_sum_unsigned(tiles) + cleave_sort_counts_bytes(count) +
                                    cleave_segmented_aligned(sizeof(unsigned) * (size_t)count) +
                                    cleave_segmented_aligned(sizeof(CLEAVE_SORT_TYPE) * (size_t)count));
}

/* INTERNAL: moves all pairs to where OFFSETS, the scan of the counts, says. */
static inline void CLEAVE_SORT_FUNCTION(cleave_sort_move)(
    const struct cleave_workspace *workspace, const unsigned *keys, const CLEAVE_SORT_TYPE *values,
    long count, int shift, const unsigned *offsets, unsigned *keys_output, CLEAVE_SORT_TYPE *values_output) {
  const long tiles = cleave_segmented_tiles(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  struct cleave_sort_team team_;
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(offsets)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    for (long tile = omp_get_team_num(); tile < tiles; tile += omp_get_num_teams()) {
      const long begin = tile * CLEAVE_SEGMENTED_TILE;
      const int size = count - begin < CLEAVE_SEGMENTED_TILE ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
#pragma clang loop unroll_count(8)
      for (int i = thread; i < size; i += threads)
        team_.keys[CLEAVE_SEGMENTED_PLACE(i, unsigned)] = keys[begin + i];
      cleave_sort_tile(&team_, size, shift, offsets + tile, tiles, thread, threads);
#pragma clang loop unroll_count(4)
      for (int i = thread; i < size; i += threads) {
        const int element = team_.order[i];
        const unsigned to = team_.starts[cleave_sort_digit(&team_, element, shift)] + (unsigned)i;
        keys_output[to] = team_.keys[CLEAVE_SEGMENTED_PLACE(element, unsigned)];
        values_output[to] = values[begin + element];
      }
#pragma omp barrier
    }
  }
}

/* Sorts COUNT pairs of a key and a value by the lowest BITS bits of the keys, 1 to 32; pairs with equal bits keep their order. The
 * outputs overlap no input. COUNT is below 2^31. A pass of 4 bits reads the keys twice and the values once, and writes
 * both. Returns false and does nothing if the workspace is too small or an argument is out of range. */
static inline bool CLEAVE_SORT_FUNCTION(cleave_sort)(const struct cleave_workspace *workspace,
                                                     const unsigned *keys, const CLEAVE_SORT_TYPE *values,
                                                     long count, int bits, unsigned *keys_output,
                                                     CLEAVE_SORT_TYPE *values_output) {
  const long tiles = cleave_segmented_tiles(count), counts = tiles * CLEAVE_SORT_DIGITS;
  const int passes = (bits + CLEAVE_SORT_BITS - 1) / CLEAVE_SORT_BITS;
  if (count < 0 || count > 0x7fffffffL || bits < 1 || bits > 32 ||
      !cleave_workspace_fits(workspace, CLEAVE_SORT_FUNCTION(cleave_sort_bytes)(count)))
    return false;
  if (count == 0)
    return true;
  /* The scan has its scratch memory at the start. */
  char *next =
      cleave_workspace_data(workspace) + cleave_look_back_bytes_sum_unsigned(cleave_segmented_tiles(counts));
  unsigned *const digits = (unsigned *)next;
  next += cleave_sort_counts_bytes(count);
  unsigned *const keys_between = (unsigned *)next;
  CLEAVE_SORT_TYPE *const values_between =
      (CLEAVE_SORT_TYPE *)(next + cleave_segmented_aligned(sizeof(unsigned) * (size_t)count));
  for (int pass = 0; pass < passes; pass++) {
    const bool ends_in_output = (passes - pass) % 2 == 1; /* as does the last pass */
    unsigned *const keys_to = ends_in_output ? keys_output : keys_between;
    CLEAVE_SORT_TYPE *const values_to = ends_in_output ? values_output : values_between;
    cleave_sort_count(workspace, keys, count, pass * CLEAVE_SORT_BITS, digits);
    cleave_scan_sum_unsigned(workspace, digits, counts, digits, true);
    CLEAVE_SORT_FUNCTION(cleave_sort_move)
    (workspace, keys, values, count, pass * CLEAVE_SORT_BITS, digits, keys_to, values_to);
    keys = keys_to;
    values = values_to;
  }
  return true;
}

#undef CLEAVE_SORT_NAME
#undef CLEAVE_SORT_TYPE
