/* FILE: lib/segmented/look_back_template.h
 * WHAT: the combination of all tiles before a tile, while other teams compute these: decoupled look-back. A file includes it
 *       after team_template.h, with the same parameters.
 *
 * 32 consecutive tiles are a group. A tile publishes its aggregate. The last tile of a group publishes the group's aggregate, and
 * later the group's prefix: the combination of all tiles up to its end. A team combines the aggregates of its own group with
 * the nearest prefix of a group, and the aggregates of the groups between. It does so from left to right. A group's prefix is
 * that of the group before, combined with the group's aggregate. So the result has the same bits whatever was published when.
 *
 * Progress: a team waits for tiles with lower tickets only. Their teams run, or have finished, in every order of teams.
 */
#ifndef CLEAVE_SEGMENTED_LOOK_BACK_H
#define CLEAVE_SEGMENTED_LOOK_BACK_H
enum {
  CLEAVE_LOOK_BACK_WIDTH = 32, /* tiles of a group; groups that a team inspects */
  CLEAVE_LOOK_BACK_AGGREGATE = 1,
  CLEAVE_LOOK_BACK_PREFIX = 2
};

static inline long cleave_look_back_groups(long tiles) {
  return (tiles + CLEAVE_LOOK_BACK_WIDTH - 1) / CLEAVE_LOOK_BACK_WIDTH;
}
#endif

/* The state of one launch, by value in each thread: addresses of control words and scratch memory. */
struct CLEAVE_TEAM_FUNCTION(cleave_look_back) {
  unsigned *ticket, *tile_flags, *group_flags;
  CLEAVE_TEAM_TYPE *tiles, *groups, *prefixes;
};

/* Team memory. */
struct CLEAVE_TEAM_FUNCTION(cleave_look_back_team) {
  CLEAVE_TEAM_TYPE
  values[2 * CLEAVE_LOOK_BACK_WIDTH]; /* of this group's tiles, in order; of groups, the nearest first */
  CLEAVE_TEAM_TYPE prefix;
  unsigned states[CLEAVE_LOOK_BACK_WIDTH]; /* of the groups; 0: there is none */
  unsigned ticket;
};

/* Flags that the look-back over TILES tiles needs. */
static inline size_t CLEAVE_TEAM_FUNCTION(cleave_look_back_flags)(long tiles) {
  return (size_t)(tiles + cleave_look_back_groups(tiles));
}

/* Bytes of scratch memory that it needs; a multiple of 256. */
static inline size_t CLEAVE_TEAM_FUNCTION(cleave_look_back_bytes)(long tiles) {
  return cleave_segmented_aligned(sizeof(CLEAVE_TEAM_TYPE) *
                                  (size_t)(tiles + 2 * cleave_look_back_groups(tiles)));
}

#pragma omp begin declare target

/* CONTROL: the workspace's control words; DATA: scratch memory of cleave_look_back_bytes, any content. */
CLEAVE_SEGMENTED_INLINE struct CLEAVE_TEAM_FUNCTION(cleave_look_back)
    CLEAVE_TEAM_FUNCTION(cleave_look_back_state)(unsigned *control, char *data, long tiles) {
  struct CLEAVE_TEAM_FUNCTION(cleave_look_back) state;
  state.ticket = &control[CLEAVE_SEGMENTED_TICKET];
  state.tile_flags = &control[CLEAVE_SEGMENTED_FLAGS];
  state.group_flags = state.tile_flags + tiles;
  state.tiles = (CLEAVE_TEAM_TYPE *)data;
  state.groups = state.tiles + tiles;
  state.prefixes = state.groups + (tiles + CLEAVE_LOOK_BACK_WIDTH - 1) / CLEAVE_LOOK_BACK_WIDTH;
  return state;
}

/* The next tile, for all threads. At the end each team gets a number that is not below the number of tiles. Ends with a barrier.
 * A team calls cleave_look_back between two calls, so that all threads have read the ticket. */
CLEAVE_SEGMENTED_INLINE unsigned
CLEAVE_TEAM_FUNCTION(cleave_look_back_next)(const struct CLEAVE_TEAM_FUNCTION(cleave_look_back) * state,
                                            struct CLEAVE_TEAM_FUNCTION(cleave_look_back_team) * team,
                                            int thread) {
  if (thread == 0) {
    unsigned ticket;
#pragma omp atomic capture
    ticket = (*state->ticket)++;
    team->ticket = ticket;
  }
#pragma omp barrier
  return team->ticket;
}

/* Copies what the team needs of its group (virtual threads 0 to 31) and of the groups before (32 to 63). The oldest group must
 * have its prefix; of the others, the aggregate is enough. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_TEAM_FUNCTION(cleave_look_back_read)(const struct CLEAVE_TEAM_FUNCTION(cleave_look_back) * state,
                                            struct CLEAVE_TEAM_FUNCTION(cleave_look_back_team) * team,
                                            unsigned tile, int first, int end, int thread, int threads) {
  const unsigned place = tile % CLEAVE_LOOK_BACK_WIDTH, group = tile / CLEAVE_LOOK_BACK_WIDTH;
#pragma clang loop unroll(disable)
  for (int i = thread; i < end; i += threads) {
    const unsigned back = (unsigned)i - CLEAVE_LOOK_BACK_WIDTH;
    if (i < first)
      continue;
    if (i < CLEAVE_LOOK_BACK_WIDTH) {
      if ((unsigned)i < place) {
        cleave_segmented_wait(&state->tile_flags[tile - place + (unsigned)i], CLEAVE_LOOK_BACK_AGGREGATE);
        team->values[i] = state->tiles[tile - place + (unsigned)i];
      }
    } else if (back < group) {
      const unsigned it = group - 1 - back;
      const unsigned found = cleave_segmented_wait(&state->group_flags[it], back == CLEAVE_LOOK_BACK_WIDTH - 1
                                                                                ? CLEAVE_LOOK_BACK_PREFIX
                                                                                : CLEAVE_LOOK_BACK_AGGREGATE);
      team->values[i] = found == CLEAVE_LOOK_BACK_PREFIX ? state->prefixes[it] : state->groups[it];
      team->states[back] = found;
    } else
      team->states[back] = 0;
  }
#pragma omp barrier
}

/* The prefix of the groups before, from the values in team memory. Thread 0 only. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE
CLEAVE_TEAM_FUNCTION(cleave_look_back_fold)(const struct CLEAVE_TEAM_FUNCTION(cleave_look_back_team) * team) {
  CLEAVE_TEAM_TYPE prefix = CLEAVE_TEAM_IDENTITY;
  int nearest = 0;
  while (nearest < CLEAVE_LOOK_BACK_WIDTH && team->states[nearest] == CLEAVE_LOOK_BACK_AGGREGATE)
    nearest++;
  if (nearest < CLEAVE_LOOK_BACK_WIDTH && team->states[nearest])
    prefix = team->values[CLEAVE_LOOK_BACK_WIDTH + nearest];
#pragma clang loop unroll(disable)
  while (nearest-- > 0)
    prefix = CLEAVE_TEAM_COMBINE(prefix, team->values[CLEAVE_LOOK_BACK_WIDTH + nearest]);
  return prefix;
}

/* Publishes TOTAL, the combination of all of TILE, which thread 0 passes. Returns the combination of all tiles before to all
 * threads. Each team calls it once for each of its tiles. */
CLEAVE_SEGMENTED_INLINE CLEAVE_TEAM_TYPE
CLEAVE_TEAM_FUNCTION(cleave_look_back)(const struct CLEAVE_TEAM_FUNCTION(cleave_look_back) * state,
                                       struct CLEAVE_TEAM_FUNCTION(cleave_look_back_team) * team,
                                       unsigned tile, CLEAVE_TEAM_TYPE total, int thread, int threads) {
  const unsigned place = tile % CLEAVE_LOOK_BACK_WIDTH, group = tile / CLEAVE_LOOK_BACK_WIDTH;
  const bool is_last = place == CLEAVE_LOOK_BACK_WIDTH - 1;
  CLEAVE_TEAM_TYPE inside = CLEAVE_TEAM_IDENTITY;
  if (thread == 0) {
    state->tiles[tile] = total;
    cleave_segmented_publish(&state->tile_flags[tile], CLEAVE_LOOK_BACK_AGGREGATE);
  }
  CLEAVE_TEAM_FUNCTION(cleave_look_back_read)
  (state, team, tile, 0, is_last ? CLEAVE_LOOK_BACK_WIDTH : 2 * CLEAVE_LOOK_BACK_WIDTH, thread, threads);
  if (thread == 0) {
#pragma clang loop unroll(disable)
    for (unsigned i = 0; i < place; i++)
      inside = CLEAVE_TEAM_COMBINE(inside, team->values[i]);
  }
  if (is_last) {
    /* The aggregate precedes the wait for other groups: else each group would wait for the one before. */
    if (thread == 0) {
      state->groups[group] = CLEAVE_TEAM_COMBINE(inside, total);
      cleave_segmented_publish(&state->group_flags[group], CLEAVE_LOOK_BACK_AGGREGATE);
    }
    CLEAVE_TEAM_FUNCTION(cleave_look_back_read)
    (state, team, tile, CLEAVE_LOOK_BACK_WIDTH, 2 * CLEAVE_LOOK_BACK_WIDTH, thread, threads);
  }
  if (thread == 0) {
    const CLEAVE_TEAM_TYPE prefix = CLEAVE_TEAM_FUNCTION(cleave_look_back_fold)(team);
    if (is_last) {
      state->prefixes[group] = CLEAVE_TEAM_COMBINE(prefix, CLEAVE_TEAM_COMBINE(inside, total));
      cleave_segmented_publish(&state->group_flags[group], CLEAVE_LOOK_BACK_PREFIX);
    }
    team->prefix = CLEAVE_TEAM_COMBINE(prefix, inside);
  }
#pragma omp barrier
  return team->prefix;
}

#pragma omp end declare target
