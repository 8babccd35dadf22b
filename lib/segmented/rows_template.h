/* FILE: lib/segmented/rows_template.h
 * WHAT: reductions and scans of the rows of an array, in one pass with equal shares of elements. A file includes it after
 *       scan_template.h, with the same parameters.
 *
 * Row r has the elements offsets[r] to offsets[r + 1] - 1, as in a CSR matrix. offsets[0] is 0, offsets[rows] is the number of
 * elements, and offsets do not decrease. Rows may be empty.
 *
 * A pair is a value and whether a row starts in the elements that it stands for. The value is that of the last row in them.
 * Combination of pairs is associative, and it does not commute. A scan over pairs joins rows that threads and teams share.
 */
#undef CLEAVE_ROWS_FUNCTION
#define CLEAVE_ROWS_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_SEGMENTED_NAME)
#undef CLEAVE_PAIRS_FUNCTION
#define CLEAVE_PAIRS_FUNCTION(prefix)                                                                        \
  CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_SEGMENTED_JOIN(pair, CLEAVE_SEGMENTED_NAME))

struct CLEAVE_ROWS_FUNCTION(cleave_pair) {
  CLEAVE_SEGMENTED_TYPE value;
  CLEAVE_SEGMENTED_TYPE
  starts; /* 0 or 1; of this type because padding would be copied, and nothing writes it */
};

#pragma omp begin declare target

CLEAVE_SEGMENTED_INLINE struct CLEAVE_ROWS_FUNCTION(cleave_pair)
    CLEAVE_ROWS_FUNCTION(cleave_make_pair)(CLEAVE_SEGMENTED_TYPE value, bool starts) {
  struct CLEAVE_ROWS_FUNCTION(cleave_pair) pair;
  pair.value = value;
  pair.starts = starts;
  return pair;
}

CLEAVE_SEGMENTED_INLINE struct CLEAVE_ROWS_FUNCTION(cleave_pair)
    CLEAVE_ROWS_FUNCTION(cleave_combine_pairs)(struct CLEAVE_ROWS_FUNCTION(cleave_pair) before,
                                               struct CLEAVE_ROWS_FUNCTION(cleave_pair) after) {
  if (after.starts == 0) {
    after.value = CLEAVE_SEGMENTED_COMBINE(before.value, after.value);
    after.starts = before.starts;
  }
  return after;
}

#pragma omp end declare target

#define CLEAVE_TEAM_NAME CLEAVE_SEGMENTED_JOIN(pair, CLEAVE_SEGMENTED_NAME)
#define CLEAVE_TEAM_TYPE struct CLEAVE_ROWS_FUNCTION(cleave_pair)
#define CLEAVE_TEAM_COMBINE(a, b) CLEAVE_ROWS_FUNCTION(cleave_combine_pairs)(a, b)
#define CLEAVE_TEAM_IDENTITY CLEAVE_ROWS_FUNCTION(cleave_make_pair)(CLEAVE_SEGMENTED_IDENTITY, false)
#include "team_template.h"
#include "look_back_template.h"
#undef CLEAVE_TEAM_NAME
#undef CLEAVE_TEAM_TYPE
#undef CLEAVE_TEAM_COMBINE
#undef CLEAVE_TEAM_IDENTITY

/* Bytes of a workspace for an operation on rows with COUNT elements in all. */
static inline size_t CLEAVE_ROWS_FUNCTION(cleave_segmented_bytes)(long count) {
  const long tiles = count > 0 ? cleave_segmented_tiles(count) : 1;
  return cleave_workspace_bytes(CLEAVE_PAIRS_FUNCTION(cleave_look_back_flags)(tiles),
                                CLEAVE_PAIRS_FUNCTION(cleave_look_back_bytes)(tiles));
}

/* Team memory. */
struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) {
  CLEAVE_SEGMENTED_TYPE stage[CLEAVE_SEGMENTED_STAGE];
  struct CLEAVE_PAIRS_FUNCTION(cleave_team) sums;
  struct CLEAVE_PAIRS_FUNCTION(cleave_look_back_team) look_back;
  unsigned starts[CLEAVE_SEGMENTED_TILE /
                  32]; /* bit E % 32 of word E / 32: a row starts at element E of the tile */
  int rows[2];         /* the first row that ends in the tile, and the first that ends later */
  int last;
};

#pragma omp begin declare target

/* The scan of one team over its threads with rows: the combination of the VALUEs before this thread, from the last thread whose
 * STARTS is set. Its own VALUE is not part of it. If STARTS is set, the result is of no use: the thread starts a row. */
CLEAVE_SEGMENTED_INLINE CLEAVE_SEGMENTED_TYPE CLEAVE_ROWS_FUNCTION(cleave_team_segmented_scan)(
    struct CLEAVE_PAIRS_FUNCTION(cleave_team) * buffer, CLEAVE_SEGMENTED_TYPE value, bool starts, int thread,
    int threads) {
  struct CLEAVE_ROWS_FUNCTION(cleave_pair) total;
  return CLEAVE_PAIRS_FUNCTION(cleave_team_exclusive_scan)(
             buffer, CLEAVE_ROWS_FUNCTION(cleave_make_pair)(value, starts), thread, threads, &total)
      .value;
}

/* The rows among ROWS whose end, offsets[row + 1], is at most LIMIT. */
CLEAVE_SEGMENTED_INLINE int CLEAVE_ROWS_FUNCTION(cleave_rows_until)(const int *offsets, int rows,
                                                                    long limit) {
  int low = 0, high = rows;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (offsets[middle + 1] <= limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Finds the rows that end in the elements BEGIN to END - 1, or, if empty, behind one of them, and marks the starts of rows. Empty
 * rows before element 0 belong to the first tile. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_ROWS_FUNCTION(cleave_rows_mark)(struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) * team,
                                       const int *offsets, int rows, long begin, long end, bool is_last,
                                       int thread, int threads) {
  for (int i = thread; i < CLEAVE_SEGMENTED_TILE / 32; i += threads)
    team->starts[i] = 0;
  for (int i = thread; i < 2; i += threads)
    team->rows[i] = i == 0 ? (begin == 0 ? 0 : CLEAVE_ROWS_FUNCTION(cleave_rows_until)(offsets, rows, begin))
                           : (is_last ? rows : CLEAVE_ROWS_FUNCTION(cleave_rows_until)(offsets, rows, end));
#pragma omp barrier
#pragma clang loop unroll(disable)
  for (long row = (long)team->rows[0] + thread; row <= team->rows[1] && row < rows; row += threads) {
    const long start = offsets[row];
    if (start >= begin && start < end && offsets[row + 1] > start) {
#pragma omp atomic
      team->starts[(start - begin) / 32] |= 1u << ((start - begin) % 32);
    }
  }
#pragma omp barrier
}

/* The starts in the elements of virtual thread LANE, bit I for element I. */
CLEAVE_SEGMENTED_INLINE unsigned
CLEAVE_ROWS_FUNCTION(cleave_rows_bits)(const struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) * team, int lane) {
  return team->starts[lane / 4] >> (lane % 4 * 8) & 255u;
}

/* Inclusive scan of each row in the 8 elements of each virtual thread, and the pairs of the virtual threads. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_ROWS_FUNCTION(cleave_rows_items)(struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) * team, int thread,
                                        int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    CLEAVE_SEGMENTED_TYPE *const items =
        &team->stage[CLEAVE_SEGMENTED_PLACE(lane * CLEAVE_SEGMENTED_ITEMS, CLEAVE_SEGMENTED_TYPE)];
    const unsigned bits = CLEAVE_ROWS_FUNCTION(cleave_rows_bits)(team, lane);
    CLEAVE_SEGMENTED_TYPE sum = items[0];
#pragma clang loop unroll(full)
    for (int i = 1; i < CLEAVE_SEGMENTED_ITEMS; i++) {
      const CLEAVE_SEGMENTED_TYPE item = items[i];
      sum = bits >> i & 1 ? item : CLEAVE_SEGMENTED_COMBINE(sum, item);
      items[i] = sum;
    }
    team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)] = CLEAVE_ROWS_FUNCTION(cleave_make_pair)(sum, bits != 0);
  }
}

/* Adds what precedes the tile, BEFORE, and the virtual thread to the elements before the thread's first start. Ends with a
 * barrier; then team memory has the inclusive scan of each row. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_ROWS_FUNCTION(cleave_rows_join)(struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) * team,
                                       struct CLEAVE_ROWS_FUNCTION(cleave_pair) before, int thread,
                                       int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    CLEAVE_SEGMENTED_TYPE *const items =
        &team->stage[CLEAVE_SEGMENTED_PLACE(lane * CLEAVE_SEGMENTED_ITEMS, CLEAVE_SEGMENTED_TYPE)];
    const unsigned bits = CLEAVE_ROWS_FUNCTION(cleave_rows_bits)(team, lane);
    const CLEAVE_SEGMENTED_TYPE value =
        CLEAVE_ROWS_FUNCTION(cleave_combine_pairs)(before, team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)])
            .value;
#pragma clang loop unroll(full)
    for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++)
      if (!(bits & ((2u << i) - 1)))
        items[i] = CLEAVE_SEGMENTED_COMBINE(value, items[i]);
  }
#pragma omp barrier
}

/* One tile in team memory, from its elements to the inclusive scan of its rows. Returns the pair of all tiles before. */
CLEAVE_SEGMENTED_INLINE struct CLEAVE_ROWS_FUNCTION(cleave_pair)
    CLEAVE_ROWS_FUNCTION(cleave_rows_tile)(struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) * team,
                                           const struct CLEAVE_PAIRS_FUNCTION(cleave_look_back) * state,
                                           const CLEAVE_SEGMENTED_TYPE *input, long count, const int *offsets,
                                           int rows, unsigned tile, int thread, int threads) {
  const long begin = (long)tile * CLEAVE_SEGMENTED_TILE;
  const bool is_last = count - begin <= CLEAVE_SEGMENTED_TILE;
  const int size = is_last ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
  CLEAVE_ROWS_FUNCTION(cleave_scan_load)(team->stage, input + begin, size, thread, threads);
  CLEAVE_ROWS_FUNCTION(cleave_rows_mark)(team, offsets, rows, begin, begin + size, is_last, thread, threads);
  CLEAVE_ROWS_FUNCTION(cleave_rows_items)(team, thread, threads);
  const struct CLEAVE_ROWS_FUNCTION(cleave_pair) total =
      CLEAVE_PAIRS_FUNCTION(cleave_team_scan_buffer)(&team->sums, thread, threads);
  const struct CLEAVE_ROWS_FUNCTION(cleave_pair) before =
      CLEAVE_PAIRS_FUNCTION(cleave_look_back)(state, &team->look_back, tile, total, thread, threads);
  CLEAVE_ROWS_FUNCTION(cleave_rows_join)(team, before, thread, threads);
  return before;
}

#pragma omp end declare target

/* RESULTS[r] becomes the combination of row r of INPUT, and the identity if the row is empty. COUNT: offsets[rows]. The results have
 * the same bits on every device and grid. A team works on 2048 elements and on the rows that end in them. Returns false and
 * does nothing if the workspace is too small. */
static inline bool CLEAVE_ROWS_FUNCTION(cleave_segmented_reduce)(const struct cleave_workspace *workspace,
                                                                 const CLEAVE_SEGMENTED_TYPE *input,
                                                                 long count, const int *offsets, int rows,
                                                                 CLEAVE_SEGMENTED_TYPE *results) {
  const long tiles = count > 0 ? cleave_segmented_tiles(count) : 1;
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  unsigned *const control = (unsigned *)workspace->memory;
  char *const data = cleave_workspace_data(workspace);
  struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) team_;
  if (count < 0 || rows <= 0)
    return count >= 0 && rows == 0;
  if (!cleave_workspace_fits(workspace, CLEAVE_ROWS_FUNCTION(cleave_segmented_bytes)(count)))
    return false;
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, data)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const struct CLEAVE_PAIRS_FUNCTION(cleave_look_back) state =
        CLEAVE_PAIRS_FUNCTION(cleave_look_back_state)(control, data, tiles);
    for (;;) {
      const unsigned tile = CLEAVE_PAIRS_FUNCTION(cleave_look_back_next)(&state, &team_.look_back, thread);
      if (tile >= tiles)
        break;
      const long begin = (long)tile * CLEAVE_SEGMENTED_TILE;
      CLEAVE_ROWS_FUNCTION(cleave_rows_tile)(&team_, &state, input, count, offsets, rows, tile, thread,
                                             threads);
#pragma clang loop unroll(disable)
      for (int row = team_.rows[0] + thread; row < team_.rows[1]; row += threads) {
        const int end = offsets[row + 1];
        CLEAVE_SEGMENTED_TYPE value = CLEAVE_SEGMENTED_IDENTITY;
        if (end > offsets[row])
          value = team_.stage[CLEAVE_SEGMENTED_PLACE((int)(end - 1 - begin), CLEAVE_SEGMENTED_TYPE)];
        results[row] = value;
      }
    }
    cleave_segmented_finish(control, (long)CLEAVE_PAIRS_FUNCTION(cleave_look_back_flags)(tiles), &team_.last,
                            thread, threads);
  }
  return true;
}

/* INTERNAL: the scans of rows. */
static inline bool CLEAVE_ROWS_FUNCTION(cleave_segmented_scan)(const struct cleave_workspace *workspace,
                                                               const CLEAVE_SEGMENTED_TYPE *input, long count,
                                                               const int *offsets, int rows,
                                                               CLEAVE_SEGMENTED_TYPE *output,
                                                               bool is_exclusive) {
  const long tiles = cleave_segmented_tiles(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  unsigned *const control = (unsigned *)workspace->memory;
  char *const data = cleave_workspace_data(workspace);
  struct CLEAVE_ROWS_FUNCTION(cleave_rows_team) team_;
  if (count <= 0 || rows <= 0)
    return count == 0;
  if (!cleave_workspace_fits(workspace, CLEAVE_ROWS_FUNCTION(cleave_segmented_bytes)(count)))
    return false;
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, data)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const struct CLEAVE_PAIRS_FUNCTION(cleave_look_back) state =
        CLEAVE_PAIRS_FUNCTION(cleave_look_back_state)(control, data, tiles);
    for (;;) {
      const unsigned tile = CLEAVE_PAIRS_FUNCTION(cleave_look_back_next)(&state, &team_.look_back, thread);
      if (tile >= tiles)
        break;
      const long begin = (long)tile * CLEAVE_SEGMENTED_TILE;
      const int size = count - begin < CLEAVE_SEGMENTED_TILE ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
      const CLEAVE_SEGMENTED_TYPE before =
          CLEAVE_ROWS_FUNCTION(cleave_rows_tile)(&team_, &state, input, count, offsets, rows, tile, thread,
                                                 threads)
              .value;
#pragma clang loop unroll(disable)
      for (int element = thread; element < size; element += threads) {
        CLEAVE_SEGMENTED_TYPE value = before;
        if (!is_exclusive)
          value = team_.stage[CLEAVE_SEGMENTED_PLACE(element, CLEAVE_SEGMENTED_TYPE)];
        else if (team_.starts[element / 32] >> (element % 32) & 1)
          value = CLEAVE_SEGMENTED_IDENTITY;
        else if (element > 0)
          value = team_.stage[CLEAVE_SEGMENTED_PLACE(element - 1, CLEAVE_SEGMENTED_TYPE)];
        output[begin + element] = value;
      }
    }
    cleave_segmented_finish(control, (long)CLEAVE_PAIRS_FUNCTION(cleave_look_back_flags)(tiles), &team_.last,
                            thread, threads);
  }
  return true;
}

/* Inclusive scan of each row: element I of OUTPUT becomes the combination of the elements of its row up to I. The results have the
 * same bits on every device and grid. OUTPUT may be INPUT. Returns false and does nothing if the workspace is too small. */
static inline bool CLEAVE_ROWS_FUNCTION(cleave_segmented_inclusive_scan)(
    const struct cleave_workspace *workspace, const CLEAVE_SEGMENTED_TYPE *input, long count,
    const int *offsets, int rows, CLEAVE_SEGMENTED_TYPE *output) {
  return CLEAVE_ROWS_FUNCTION(cleave_segmented_scan)(workspace, input, count, offsets, rows, output, false);
}

/* The same without element I; the first element of a row becomes the identity. */
static inline bool CLEAVE_ROWS_FUNCTION(cleave_segmented_exclusive_scan)(
    const struct cleave_workspace *workspace, const CLEAVE_SEGMENTED_TYPE *input, long count,
    const int *offsets, int rows, CLEAVE_SEGMENTED_TYPE *output) {
  return CLEAVE_ROWS_FUNCTION(cleave_segmented_scan)(workspace, input, count, offsets, rows, output, true);
}
