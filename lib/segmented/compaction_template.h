/* FILE: lib/segmented/compaction_template.h
 * WHAT: stable compaction: the selected elements, in their order, in one pass. A file includes it once for each selection.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_COMPACTION_NAME        the last part of the generated names
 *   CLEAVE_COMPACTION_TYPE        the type of the results
 *   CLEAVE_COMPACTION_INPUTS      parameters of the function, for example const int *input, const unsigned char *keep
 *   CLEAVE_COMPACTION_PASSED      their names: input, keep
 *   CLEAVE_COMPACTION_KEEP(i)     an expression: whether element I, a long, is selected
 *   CLEAVE_COMPACTION_ELEMENT(i)  an expression: the result for a selected element, for example input[i]
 */
#include "workspace.h"

#undef CLEAVE_COMPACTION_FUNCTION
#define CLEAVE_COMPACTION_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_COMPACTION_NAME)

#ifndef CLEAVE_SEGMENTED_COMPACTION_H
#define CLEAVE_SEGMENTED_COMPACTION_H
/* Team memory. */
struct cleave_compaction_team {
  unsigned char keeps[CLEAVE_SEGMENTED_TILE];
  unsigned short order[CLEAVE_SEGMENTED_TILE]; /* the selected elements of the tile */
  struct cleave_team_sum_int sums;
  struct cleave_look_back_team_sum_long look_back;
  int last;
};

/* Bytes of a workspace for a compaction of COUNT elements. */
static inline size_t cleave_compaction_bytes(long count) {
  const long tiles = cleave_segmented_tiles(count);
  return cleave_workspace_bytes(cleave_look_back_flags_sum_long(tiles),
                                cleave_look_back_bytes_sum_long(tiles));
}

#pragma omp begin declare target

/* The number of set flags among the 8 of each virtual thread, as values of the buffer. */
CLEAVE_SEGMENTED_INLINE void cleave_compaction_count(struct cleave_compaction_team *team, int thread,
                                                     int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    int sum = 0;
    for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++)
      sum += team->keeps[lane * CLEAVE_SEGMENTED_ITEMS + i];
    team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)] = sum;
  }
}

/* Stores the selected elements of each virtual thread at their places. */
CLEAVE_SEGMENTED_INLINE void cleave_compaction_order(struct cleave_compaction_team *team, int thread,
                                                     int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    int place = team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)];
    for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++)
      if (team->keeps[lane * CLEAVE_SEGMENTED_ITEMS + i])
        team->order[place++] = (unsigned short)(lane * CLEAVE_SEGMENTED_ITEMS + i);
  }
}

#pragma omp end declare target

/* The number of selected elements in the threads before this one; *TOTAL becomes that of the team. All threads of a team call it. */
#define cleave_team_compact(buffer, keeps, thread, threads, total)                                           \
  cleave_team_exclusive_scan_sum_int(buffer, (keeps) ? 1 : 0, thread, threads, total)
#endif

/* Stores the selected elements of COUNT at the start of OUTPUT, which overlaps no input, and their number in *KEPT, a host address.
 * Returns false and stores nothing if the workspace is too small. */
static inline bool CLEAVE_COMPACTION_FUNCTION(cleave_compact)(const struct cleave_workspace *workspace,
                                                              CLEAVE_COMPACTION_INPUTS, long count,
                                                              CLEAVE_COMPACTION_TYPE *output, long *kept) {
  const long tiles = cleave_segmented_tiles(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  unsigned *const control = (unsigned *)workspace->memory;
  char *const data = cleave_workspace_data(workspace);
  long all = 0;
  struct cleave_compaction_team team_;
  if (count < 0 || !cleave_workspace_fits(workspace, cleave_compaction_bytes(count)))
    return false;
  if (count > 0) {
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, data) map(from : all)
#pragma omp parallel
    {
      const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
      const struct cleave_look_back_sum_long state = cleave_look_back_state_sum_long(control, data, tiles);
      for (;;) {
        const unsigned tile = cleave_look_back_next_sum_long(&state, &team_.look_back, thread);
        if (tile >= tiles)
          break;
        const long begin = (long)tile * CLEAVE_SEGMENTED_TILE;
        const int size = count - begin < CLEAVE_SEGMENTED_TILE ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
#pragma clang loop unroll(disable)
        for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
#pragma clang loop unroll(full)
          for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++) {
            const int element = lane + i * CLEAVE_SEGMENTED_THREADS;
            team_.keeps[element] = element < size && (CLEAVE_COMPACTION_KEEP(begin + element));
          }
        }
#pragma omp barrier
        cleave_compaction_count(&team_, thread, threads);
        const int total = cleave_team_scan_buffer_sum_int(&team_.sums, thread, threads);
        cleave_compaction_order(&team_, thread, threads);
        const long prefix = cleave_look_back_sum_long(&state, &team_.look_back, tile, total, thread, threads);
#pragma clang loop unroll_count(4)
        for (int i = thread; i < total; i += threads)
          output[prefix + i] = CLEAVE_COMPACTION_ELEMENT(begin + team_.order[i]);
        if (thread == 0 && tile == tiles - 1)
          all = prefix + total;
      }
      cleave_segmented_finish(control, (long)cleave_look_back_flags_sum_long(tiles), &team_.last, thread,
                              threads);
    }
  }
  *kept = all;
  return true;
}

#undef CLEAVE_COMPACTION_NAME
#undef CLEAVE_COMPACTION_TYPE
#undef CLEAVE_COMPACTION_INPUTS
#undef CLEAVE_COMPACTION_PASSED
#undef CLEAVE_COMPACTION_KEEP
#undef CLEAVE_COMPACTION_ELEMENT
