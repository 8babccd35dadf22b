/* FILE: lib/segmented/scan_template.h
 * WHAT: scans of arrays in one pass. A file includes it after look_back_template.h, with parameters like those:
 *       CLEAVE_SEGMENTED_NAME, _TYPE, _COMBINE, _IDENTITY.
 */
#undef CLEAVE_SCAN_FUNCTION
#define CLEAVE_SCAN_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_SEGMENTED_NAME)

/* Bytes of a workspace for a scan of COUNT elements. */
static inline size_t CLEAVE_SCAN_FUNCTION(cleave_scan_bytes)(long count) {
  const long tiles = cleave_segmented_tiles(count);
  return cleave_workspace_bytes(CLEAVE_SCAN_FUNCTION(cleave_look_back_flags)(tiles),
                                CLEAVE_SCAN_FUNCTION(cleave_look_back_bytes)(tiles));
}

/* Team memory of a scan. */
struct CLEAVE_SCAN_FUNCTION(cleave_scan_team) {
  CLEAVE_SEGMENTED_TYPE stage[CLEAVE_SEGMENTED_STAGE];
  struct CLEAVE_SCAN_FUNCTION(cleave_team) sums;
  struct CLEAVE_SCAN_FUNCTION(cleave_look_back_team) look_back;
  int last;
};

#pragma omp begin declare target

/* Copies elements of a tile to team memory; neighboring threads load neighboring elements. SIZE: elements in the tile; the rest
 * becomes the identity. */
CLEAVE_SEGMENTED_INLINE void CLEAVE_SCAN_FUNCTION(cleave_scan_load)(CLEAVE_SEGMENTED_TYPE *stage,
                                                                    const CLEAVE_SEGMENTED_TYPE *input,
                                                                    int size, int thread, int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    CLEAVE_SEGMENTED_TYPE *const items = &stage[CLEAVE_SEGMENTED_PLACE(lane, CLEAVE_SEGMENTED_TYPE)];
    CLEAVE_SEGMENTED_TYPE values[CLEAVE_SEGMENTED_ITEMS];
    if (size == CLEAVE_SEGMENTED_TILE) {
#pragma clang loop unroll(full)
      for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++)
        values[i] = input[lane + i * CLEAVE_SEGMENTED_THREADS];
    } else {
#pragma clang loop unroll(full)
      for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++) {
        values[i] = CLEAVE_SEGMENTED_IDENTITY;
        if (lane + i * CLEAVE_SEGMENTED_THREADS < size)
          values[i] = input[lane + i * CLEAVE_SEGMENTED_THREADS];
      }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++)
      items[i * CLEAVE_SEGMENTED_PLACE(CLEAVE_SEGMENTED_THREADS, CLEAVE_SEGMENTED_TYPE)] = values[i];
  }
}

/* Scans the 8 elements of each virtual thread in team memory and stores their total as value LANE of the buffer. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_SCAN_FUNCTION(cleave_scan_items)(struct CLEAVE_SCAN_FUNCTION(cleave_scan_team) * team,
                                        bool is_exclusive, int thread, int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    CLEAVE_SEGMENTED_TYPE *const items =
        &team->stage[CLEAVE_SEGMENTED_PLACE(lane * CLEAVE_SEGMENTED_ITEMS, CLEAVE_SEGMENTED_TYPE)];
    CLEAVE_SEGMENTED_TYPE sum = items[0];
    if (is_exclusive) {
      items[0] = CLEAVE_SEGMENTED_IDENTITY;
#pragma clang loop unroll(full)
      for (int i = 1; i < CLEAVE_SEGMENTED_ITEMS; i++) {
        const CLEAVE_SEGMENTED_TYPE item = items[i];
        items[i] = sum;
        sum = CLEAVE_SEGMENTED_COMBINE(sum, item);
      }
    } else {
#pragma clang loop unroll(full)
      for (int i = 1; i < CLEAVE_SEGMENTED_ITEMS; i++) {
        sum = CLEAVE_SEGMENTED_COMBINE(sum, items[i]);
        items[i] = sum;
      }
    }
    team->sums.values[CLEAVE_SEGMENTED_VALUE(lane)] = sum;
  }
}

/* Stores the results of a tile: the prefix of the tiles, that of the virtual threads, and the element's own. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_SCAN_FUNCTION(cleave_scan_store)(const struct CLEAVE_SCAN_FUNCTION(cleave_scan_team) * team,
                                        CLEAVE_SEGMENTED_TYPE prefix, CLEAVE_SEGMENTED_TYPE *output, int size,
                                        int thread, int threads) {
#pragma clang loop unroll(disable)
  for (int lane = thread; lane < CLEAVE_SEGMENTED_THREADS; lane += threads) {
    const CLEAVE_SEGMENTED_TYPE *const items =
        &team->stage[CLEAVE_SEGMENTED_PLACE(lane, CLEAVE_SEGMENTED_TYPE)];
    const CLEAVE_SEGMENTED_TYPE *const sums =
        &team->sums.values[CLEAVE_SEGMENTED_VALUE(lane / CLEAVE_SEGMENTED_ITEMS)];
#pragma clang loop unroll(full)
    for (int i = 0; i < CLEAVE_SEGMENTED_ITEMS; i++) {
      const CLEAVE_SEGMENTED_TYPE before = CLEAVE_SEGMENTED_COMBINE(
          prefix, sums[i * CLEAVE_SEGMENTED_VALUE(CLEAVE_SEGMENTED_THREADS / CLEAVE_SEGMENTED_ITEMS)]);
      const CLEAVE_SEGMENTED_TYPE item =
          items[i * CLEAVE_SEGMENTED_PLACE(CLEAVE_SEGMENTED_THREADS, CLEAVE_SEGMENTED_TYPE)];
      if (lane + i * CLEAVE_SEGMENTED_THREADS < size)
        output[lane + i * CLEAVE_SEGMENTED_THREADS] = CLEAVE_SEGMENTED_COMBINE(before, item);
    }
  }
}

#pragma omp end declare target

/* INTERNAL: the scans, with scratch memory at DATA. */
static inline bool CLEAVE_SCAN_FUNCTION(cleave_scan)(const struct cleave_workspace *workspace,
                                                     const CLEAVE_SEGMENTED_TYPE *input, long count,
                                                     CLEAVE_SEGMENTED_TYPE *output, bool is_exclusive) {
  const long tiles = cleave_segmented_tiles(count);
  const int device = workspace->device, teams = cleave_workspace_teams(workspace, tiles);
  unsigned *const control = (unsigned *)workspace->memory;
  char *const data = cleave_workspace_data(workspace);
  struct CLEAVE_SCAN_FUNCTION(cleave_scan_team) team_;
  if (count <= 0)
    return count == 0;
  if (!cleave_workspace_fits(workspace, CLEAVE_SCAN_FUNCTION(cleave_scan_bytes)(count)))
    return false;
#pragma omp target teams device(device) private(team_) allocate(CLEAVE_TEAM_MEMORY : team_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)              \
    is_device_ptr(control, data)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const struct CLEAVE_SCAN_FUNCTION(cleave_look_back) state =
        CLEAVE_SCAN_FUNCTION(cleave_look_back_state)(control, data, tiles);
    for (;;) {
      const unsigned tile = CLEAVE_SCAN_FUNCTION(cleave_look_back_next)(&state, &team_.look_back, thread);
      if (tile >= tiles)
        break;
      const long begin = (long)tile * CLEAVE_SEGMENTED_TILE;
      const int size = count - begin < CLEAVE_SEGMENTED_TILE ? (int)(count - begin) : CLEAVE_SEGMENTED_TILE;
      CLEAVE_SCAN_FUNCTION(cleave_scan_load)(team_.stage, input + begin, size, thread, threads);
#pragma omp barrier
      CLEAVE_SCAN_FUNCTION(cleave_scan_items)(&team_, is_exclusive, thread, threads);
      const CLEAVE_SEGMENTED_TYPE total =
          CLEAVE_SCAN_FUNCTION(cleave_team_scan_buffer)(&team_.sums, thread, threads);
      const CLEAVE_SEGMENTED_TYPE prefix =
          CLEAVE_SCAN_FUNCTION(cleave_look_back)(&state, &team_.look_back, tile, total, thread, threads);
      CLEAVE_SCAN_FUNCTION(cleave_scan_store)(&team_, prefix, output + begin, size, thread, threads);
    }
    cleave_segmented_finish(control, (long)CLEAVE_SCAN_FUNCTION(cleave_look_back_flags)(tiles), &team_.last,
                            thread, threads);
  }
  return true;
}

/* Element I of OUTPUT becomes the combination of the elements 0 to I of INPUT. The results have the same bits on every device and
 * grid. OUTPUT may be INPUT, and may not overlap it otherwise. Returns false and does nothing if the workspace is too small. */
static inline bool CLEAVE_SCAN_FUNCTION(cleave_inclusive_scan)(const struct cleave_workspace *workspace,
                                                               const CLEAVE_SEGMENTED_TYPE *input, long count,
                                                               CLEAVE_SEGMENTED_TYPE *output) {
  return CLEAVE_SCAN_FUNCTION(cleave_scan)(workspace, input, count, output, false);
}

/* The same with the elements 0 to I - 1; element 0 becomes the identity. */
static inline bool CLEAVE_SCAN_FUNCTION(cleave_exclusive_scan)(const struct cleave_workspace *workspace,
                                                               const CLEAVE_SEGMENTED_TYPE *input, long count,
                                                               CLEAVE_SEGMENTED_TYPE *output) {
  return CLEAVE_SCAN_FUNCTION(cleave_scan)(workspace, input, count, output, true);
}
