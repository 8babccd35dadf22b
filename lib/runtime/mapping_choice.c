/* FILE: lib/runtime/mapping_choice.c
 * WHAT: whether all loops of a nest run on the grid, and how many iterations a thread executes.
 */
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>

#include "device/process_devices.h"
#include "engine/engine.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "runtime/runtime.h"

/* A team of 128 threads executes a tile of 4 by 32 iterations. In the first-level cache, the rows of a tile share what they read
 * along the columns, and the columns what they read along the rows. A nest with few rows would leave threads without an iteration.
 * CLEAVE_MAP=always uses tiles for such nests as well, for tests. */
enum { TILE_ROWS = 4, LEAST_TILED = 32 };

/* A nest of fewer iterations is as fast in one thread. */
enum { LEAST_MAPPED = 4 };

/* The least number of tiles, relative to the multiprocessors: with fewer of them, smaller tiles are faster. If the smallest hold wide elements,
 * shared memory limits them, and with many of them one thread per iteration is faster, unless its warps access scattered elements. Read off the model: docs/measurements/shared-tiles.md. */
#define LEAST_LARGE_TILES 0.9
#define LEAST_MEDIUM_TILES 0.72
#define LEAST_TILES 0.02
#define MOST_WIDE_TILES 2
enum { LARGE_TILE = 8192, MEDIUM_TILE = 2048 /* iterations */ };

/* The greatest number of sums, relative to the resident threads, if neighboring threads access neighboring elements. With more of them, one thread
 * for each keeps the memory busy. Assumed. */
#define MOST_SUMS 0.25

/* The least number of inner iterations for which a team for each outer iteration is faster than a thread for each: if all teams are resident
 * at a time, if they need two turns, and for any number of teams. Read off the model: docs/measurements/nests.md. */
enum { LEAST_OF_RESIDENT_TEAMS = 4, LEAST_OF_TWO_TURNS = 8, LEAST_OF_ANY_TEAMS = 16 };

/* The share of the device's resident threads that a nest needs. With more iterations, a thread executes several: what it computes once, as the
 * quotient that is its row, costs more than idle threads. Read off the model: docs/measurements/nests.md. */
#define BUSY_SHARE 0.4

/* The least number of iterations of a thread, if there are enough for all threads: with fewer of them, a stencil loads more. Read off the model. */
enum { LEAST_SPAN = 4 };

/* The compiler adds the stride of the grid to an int counter. */
#define MOST_ITERATIONS (INT_MAX / 2)

/* The limits of DEVICE (-1: the default device); NULL: the host, or not known. */
static const struct cleave_device_limits *limits_of(int device) {
  device = (int)cleave_device_number(device);
  if (cleave_engine_is_host(device))
    return NULL;
  const struct cleave_device *it = cleave_device_find(device);
  return it ? &it->limits : NULL;
}

/* Whether COUNT tiles of POINTS iterations each are faster than the next smaller ones, or than one thread per iteration. LOOPS: of the
 * nest; with one, each iteration adds up a sum. */
static bool are_enough_tiles(const struct cleave_device_limits *limits, int properties, int loops,
                             double count, int points) {
  if (count < 1 || count * points > MOST_ITERATIONS)
    return false;
  if (cleave_settings()->map == CLEAVE_MAPPING_TILES)
    return true;
  if (loops == 1)
    return cleave_settings()->map == CLEAVE_MAPPING_AUTO && limits &&
           (properties & CLEAVE_NEST_IS_BETTER ||
            count * points <= MOST_SUMS * limits->multiprocessors * limits->threads_per_multiprocessor);
  const double least = points >= LARGE_TILE    ? LEAST_LARGE_TILES
                       : points >= MEDIUM_TILE ? LEAST_MEDIUM_TILES
                                               : LEAST_TILES;
  return cleave_settings()->map == CLEAVE_MAPPING_AUTO && limits &&
         count >= limits->multiprocessors * least &&
         (points >= MEDIUM_TILE || !(properties & CLEAVE_NEST_IS_WIDE) ||
          properties & CLEAVE_NEST_IS_BETTER || count <= limits->multiprocessors * MOST_WIDE_TILES);
}

/* Whether a team for each of OUTER iterations, whose threads share INNER ones, is faster than a thread for each. IS_BETTER: fewer accesses
 * are to scattered elements; else, only a device that is nearly idle gains. */
static bool are_teams_better(const struct cleave_device_limits *limits, bool is_better, double outer,
                             double inner) {
  if (outer < 1 || outer > MOST_ITERATIONS)
    return false;
  if (cleave_settings()->map != CLEAVE_MAPPING_AUTO)
    return true;
  if (!limits)
    return false;
  const double resident =
      (double)limits->multiprocessors * limits->threads_per_multiprocessor / CLEAVE_TEAM_THREADS;
  if (!is_better)
    return inner >= LEAST_TILED && outer <= limits->multiprocessors;
  return inner >= (outer <= resident       ? LEAST_OF_RESIDENT_TEAMS
                   : outer <= 2 * resident ? LEAST_OF_TWO_TURNS
                                           : LEAST_OF_ANY_TEAMS);
}

/* Teams that a multiprocessor should have at least before blocks grow: to a row for each lane of a warp, and further. Assumed. */
enum { ROW_TEAMS = 2, RESIDENT_ROW_TEAMS = 6, LEAST_ROWS = 8 };

/* How many rows of COUNT a team executes: a power of two; 0: one thread for each row is as good. */
static int rows_of_block(const struct cleave_device_limits *limits, double count) {
  if (count < 1 || count > MOST_ITERATIONS || (!limits && cleave_settings()->map == CLEAVE_MAPPING_AUTO))
    return 0;
  const double multiprocessors = limits ? limits->multiprocessors : 1;
  int rows = CLEAVE_MOST_ROWS;
  while (rows > LEAST_ROWS &&
         count < multiprocessors * rows * (rows > CLEAVE_ROW_GROUP ? RESIDENT_ROW_TEAMS : ROW_TEAMS))
    rows /= 2;
  return rows;
}

/* CLEAVE_VERBOSE: says once for each number of rows how a launch executes them. */
static void note_rows(const struct cleave_device_limits *limits, double count, int rows) {
  static _Atomic long noted = -1;
  if (!cleave_settings()->verbose || !rows || atomic_exchange(&noted, (long)count) == (long)count)
    return;
  cleave_say(
      "launch of %.0f rows: %.0f teams with blocks of %d rows, for %u multiprocessors; lanes share the elements of a row where a team "
      "finds rows that are not short",
      count, ceil(count / rows), rows, limits ? limits->multiprocessors : 1);
}

/* How many teams share the huge rows of COUNT rows: as many as find room beside the last blocks, but a quarter of the resident ones at most. They all
 * wait at the end of each kernel, so few if there is no room. With CLEAVE_MAP=always the host has some as well, for tests. */
static int teams_of_huge_rows(const struct cleave_device_limits *limits, double count) {
  enum {
    RESIDENT = 4 /* teams of a multiprocessor, with 64 registers for each thread */,
    FEW_TEAMS = 16,
    HOST_TEAMS = 2
  };
  if (!limits)
    return cleave_settings()->map == CLEAVE_MAPPING_AUTO ? 0 : HOST_TEAMS;
  const int rows = rows_of_block(limits, count), most = limits->multiprocessors;
  if (!rows)
    return 0;
  const long blocks = (long)((count - 1) / rows) + 1, turn = RESIDENT * (long)most;
  const long room = turn - (blocks - 1) % turn - 1;
  return room > most ? most : room > FEW_TEAMS ? (int)room : FEW_TEAMS < most ? FEW_TEAMS : most;
}

/* How many iterations a thread executes, with ITERATIONS of them for each resident thread. If few threads remain for the second turn, it takes
 * as long as the first one, so shorter threads are faster. With more turns, or with fewer iterations of a thread, the loads that it saves count more. */
static double span_of_turns(double iterations) {
  double best = CLEAVE_MOST_SPAN;
  for (double span = best; iterations <= 2 * CLEAVE_MOST_SPAN && span >= LEAST_SPAN; span--)
    if (span * ceil(iterations / span) < best * ceil(iterations / best))
      best = span;
  return best;
}

int cleave_mapping_span(int device, int properties, int walk, int count, ...) {
  const enum cleave_mapping_choice choice = cleave_settings()->map;
  const bool in_tiles = properties & CLEAVE_NEST_IN_TILES;
  const bool is_valid = in_tiles ? walk > 0 : walk >= 0 && walk < count;
  if (choice == CLEAVE_MAPPING_OFF || count < 1 || count > CLEAVE_MOST_MAPPED_LOOPS || !is_valid)
    return 0;
  double outermost = 0, walked = 0, innermost = 0, iterations = 1;
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    const double trip_count = (double)va_arg(arguments, long);
    if (!i)
      outermost = trip_count;
    if (i == walk)
      walked = trip_count;
    innermost = trip_count;
    iterations = trip_count > 0 ? iterations * trip_count : 0;
  }
  va_end(arguments);
  const bool in_teams = properties & CLEAVE_NEST_IN_TEAMS;
  if (iterations > MOST_ITERATIONS && !in_teams)
    return 0;
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  const struct cleave_device_limits *limits = limits_of(device);
  const double threads = limits ? (double)limits->multiprocessors * limits->threads_per_multiprocessor : 0;
  cleave_engine_end_call(&call);
  if (properties & CLEAVE_NEST_IN_ROWS) {
    if (properties & CLEAVE_NEST_OF_HUGE_ROWS)
      return teams_of_huge_rows(limits, outermost);
    const int rows = rows_of_block(limits, outermost);
    note_rows(limits, outermost, rows);
    return rows;
  }
  if (in_teams)
    return are_teams_better(limits, properties & CLEAVE_NEST_IS_BETTER, outermost, innermost);
  if (in_tiles)
    return are_enough_tiles(limits, properties, count, iterations, walk);
  if (choice == CLEAVE_MAPPING_AUTO && (threads < 1 || (iterations > 0 && iterations < LEAST_MAPPED) ||
                                        (outermost >= threads && !(properties & CLEAVE_NEST_IS_BETTER))))
    return 0;
  if (properties & CLEAVE_NEST_HAS_LOOPS)
    return walked >= LEAST_TILED ||
                   (choice != CLEAVE_MAPPING_AUTO && iterations < MOST_ITERATIONS / TILE_ROWS)
               ? TILE_ROWS
               : 1;
  double span = threads < 1 ? CLEAVE_MOST_SPAN : iterations / (BUSY_SHARE * threads);
  if (span > CLEAVE_MOST_SPAN)
    span = threads < 1 ? CLEAVE_MOST_SPAN : span_of_turns(span);
  if (span > walked)
    span = walked;
  /* A nest without iterations also runs as the mapped version: its kernel is known to count iterations (launch.c). */
  return span < 1 ? 1 : (int)span;
}
