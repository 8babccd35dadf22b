/* FILE: lib/geometry/grid_choice.c
 * WHAT: the grid of a launch. The model and the reasons for its numbers: docs/design/geometry.md.
 */
#include "geometry/geometry.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_TEAMS = INT32_MAX, /* that a launch may have */
  /* An uncoalesced stream has a line of its own in each lane, of use for this many iterations. */
  LINE_ITERATIONS = 32,
  /* If iterations differ in length: the most teams for each resident team. When a team ends, the device starts the next one. */
  UNEVEN_ROUNDS = 32,
  /* With fewer floating-point operations for each byte, memory is what a loop waits for. */
  BALANCE = 16,
  /* A loop with a reduction: threads of a team, iterations that each thread sums up at least before its team
   * combines, and the teams whose results LLVM's run time holds at a time: later teams wait for earlier ones. */
  REDUCTION_THREADS = 256,
  REDUCTION_ITERATIONS = 4,
  REDUCTION_TEAMS = 1024,
  /* The times that weigh these against each other, in ns: of the last team for each team's result (60 to 80 us for 924 teams on an
   * H200: docs/measurements/gpu-kernels.md); of an iteration of an inner loop whose accesses hit a cache, and of one
   * that waits for memory; of a floating-point operation that depends on the one before. All but the first are assumed. */
  RESULT_TIME = 60,
  WARPS_TIME = 100, /* of the combination of several warps of a team: assumed */
  CACHED_TIME = 30,
  MEMORY_TIME = 120,
  OPERATION_TIME = 5,
  /* So many warps of a multiprocessor take twice the time of one warp: assumed. */
  WARPS_AT_ONCE = 16
};
/* A reduced grid must have that many iterations for each thread: with fewer, threads with two
 * iterations would be waited for by many with one. */
static const double least_rounds = 1.5;

static uint64_t smaller(uint64_t left, uint64_t right) { return left < right ? left : right; }

static uint64_t divide_up(uint64_t value, uint64_t by) { return value / by + (value % by != 0); }

/* A decision on its way. */
struct decision {
  const struct cleave_device_limits *limits;
  const struct cleave_launch *launch;
  uint32_t most_threads;  /* that the device and the compiled code allow */
  uint32_t given_threads; /* threads of a team that nothing may change; 0: they are free */
  uint32_t threads;       /* as chosen so far */
  uint64_t teams;
};

static uint32_t possible_teams(const struct decision *it, uint32_t threads) {
  return cleave_resident_teams(it->limits, &it->launch->resources, threads);
}

/* Teams of THREADS threads that the device holds at a time. */
static uint64_t capacity(const struct decision *it, uint32_t threads) {
  return (uint64_t)possible_teams(it, threads) * it->limits->multiprocessors;
}

/* Teams that have an iteration for each of their threads, the last one perhaps not. Compiled code
 * deals out portions of the size it was compiled for, whatever the team's size. */
static uint64_t teams_of_loop(const struct decision *it, uint32_t threads) {
  uint32_t portion = it->launch->compiled_threads ? it->launch->compiled_threads : threads;
  return divide_up(it->launch->trip_count, portion);
}

static uint32_t default_threads(const struct decision *it) {
  uint32_t threads = it->launch->default_threads ? it->launch->default_threads : 128;
  uint32_t warp = it->limits->warp_threads;
  threads = (uint32_t)smaller(threads, it->most_threads);
  return warp && threads > warp ? threads / warp * warp : threads;
}

static void begin(struct decision *it) {
  const struct cleave_launch *launch = it->launch;
  it->most_threads = it->limits->threads_per_team;
  if (launch->compiled_threads)
    it->most_threads = (uint32_t)smaller(it->most_threads, launch->compiled_threads);
  if (launch->user_threads)
    it->given_threads = (uint32_t)smaller(it->most_threads, launch->user_threads);
  else if (launch->compiled_threads)
    it->given_threads = it->most_threads;
  it->threads = it->given_threads ? it->given_threads : default_threads(it);
}

/* Threads on the multiprocessor that gets most teams of THREADS. All are resident at a time. */
static uint64_t fullest(const struct decision *it, uint32_t threads) {
  return divide_up(teams_of_loop(it, threads), it->limits->multiprocessors) * threads;
}

/* A loop that does not fill the device ends when its fullest multiprocessor does. Chooses the team size that gives that
 * multiprocessor the fewest threads; among equal ones, the largest. */
static void spread(struct decision *it) {
  const uint32_t warp = it->limits->warp_threads;
  for (uint32_t threads = it->threads; !it->given_threads && threads % (2 * (uint64_t)warp) == 0;) {
    threads /= 2;
    if (teams_of_loop(it, threads) <= capacity(it, threads) &&
        fullest(it, threads) < fullest(it, it->threads))
      it->threads = threads;
  }
  it->teams = smaller(teams_of_loop(it, it->threads), capacity(it, it->threads));
}

/* The time of one iteration of the parallel loop in a thread of its own, in ns. */
static double iteration_time(const struct cleave_memory_demand *demand) {
  const double wait = demand->uncoalesced || demand->irregular ? MEMORY_TIME : CACHED_TIME;
  const double inner = demand->inner_iterations > 1 ? demand->inner_iterations : 1;
  return inner * (wait + OPERATION_TIME * demand->flops);
}

/* The expected time of a reduction on TEAMS teams of THREADS: of the iterations of one thread, of the warps that share a
 * multiprocessor with it, and of the combination of all teams' results. */
static double reduction_time(const struct decision *it, uint64_t teams, uint32_t threads) {
  const uint64_t of_team = divide_up(it->launch->trip_count, teams);
  const double rounds = (double)divide_up(of_team, threads);
  const double warps = (double)(divide_up(teams, it->limits->multiprocessors) *
                                divide_up(smaller(of_team, threads), it->limits->warp_threads));
  return rounds * iteration_time(&it->launch->demand) * (1 + warps / WARPS_AT_ONCE) +
         (double)teams * RESULT_TIME +
         (smaller(of_team, threads) > it->limits->warp_threads ? WARPS_TIME : 0);
}

/* The fastest of some grids for a reduction, so far. */
struct reduction_grid {
  uint64_t teams; /* 0: none */
  uint32_t threads;
  double time;
};

static void compare(const struct decision *it, uint64_t teams, uint32_t threads,
                    struct reduction_grid *best) {
  const double time = teams ? reduction_time(it, teams, threads) : 0;
  if (teams && (!best->teams || time < best->time))
    *best = (struct reduction_grid){teams, threads, time};
}

/* Compares the grids with teams of THREADS. If an iteration takes longer than the combination of a team of each multiprocessor, no grid
 * uses fewer multiprocessors than the OpenMP run time would: one for each warp of iterations. */
static void compare_teams(const struct decision *it, uint32_t threads, struct reduction_grid *best) {
  const uint32_t multiprocessors = it->limits->multiprocessors;
  const uint64_t trip_count = it->launch->trip_count;
  const uint64_t most = smaller(capacity(it, threads), REDUCTION_TEAMS);
  const uint64_t busy =
      smaller(smaller(divide_up(trip_count, it->limits->warp_threads), multiprocessors), most);
  const bool is_long = iteration_time(&it->launch->demand) > (double)multiprocessors * RESULT_TIME &&
                       !it->launch->compiled_threads;
  for (uint32_t iterations = REDUCTION_ITERATIONS; iterations; iterations /= 2) {
    const uint64_t teams = smaller(divide_up(trip_count, (uint64_t)threads * iterations), most);
    if (teams > multiprocessors)
      compare(it, teams / multiprocessors * multiprocessors, threads, best);
    if (!is_long || teams >= busy)
      compare(it, teams, threads, best);
  }
  if (busy * threads >= trip_count && !it->launch->compiled_threads)
    compare(it, busy, threads, best);
}

/* A loop with a reduction: each team combines its threads' results once, and the last team those of all teams. Iterations that take
 * longer than the combination are spread over all multiprocessors; short ones are summed up in few teams. */
static void combine(struct decision *it) {
  const uint32_t warp = it->limits->warp_threads;
  struct reduction_grid best = {0};
  if (it->given_threads)
    compare_teams(it, it->given_threads, &best);
  for (uint32_t threads = REDUCTION_THREADS; !it->given_threads && threads >= warp; threads /= 2)
    if (threads <= it->most_threads && threads % warp == 0)
      compare_teams(it, threads, &best);
  if (!best.teams) /* of other sizes than its own, none fits */
    best = (struct reduction_grid){1, it->threads, 0};
  it->teams = best.teams;
  it->threads = best.threads;
  while (!it->given_threads && it->threads % (2 * (uint64_t)warp) == 0 &&
         it->teams * (it->threads / 2) >= it->launch->trip_count)
    it->threads /= 2; /* the others would have no iteration */
}

/* A loop that fills the device: larger teams, if so more threads are resident. */
static void fill(struct decision *it) {
  uint32_t best = it->threads;
  for (uint64_t threads = it->threads; !it->given_threads && threads <= it->most_threads; threads *= 2)
    if (possible_teams(it, (uint32_t)threads) * threads > (uint64_t)possible_teams(it, best) * best)
      best = (uint32_t)threads;
  const uint64_t rounds = it->launch->demand.uneven ? UNEVEN_ROUNDS : 1;
  it->threads = best;
  it->teams = smaller(teams_of_loop(it, best), capacity(it, best) * rounds);
}

/* Fewer teams, where more would evict each other's cache lines. Returns whether it is so. */
static bool reduce(struct decision *it) {
  const struct cleave_memory_demand *demand = &it->launch->demand;
  if (!demand->known || !demand->uncoalesced || !(demand->inner_iterations >= LINE_ITERATIONS) ||
      demand->flops > BALANCE * demand->bytes)
    return false;
  double teams = cleave_saturated_teams(it->limits, &it->launch->resources, demand->uncoalesced,
                                        demand->inner_iterations, it->threads);
  if (!(teams > 0) || teams >= (double)smaller(it->teams, capacity(it, it->threads)) ||
      (double)it->launch->trip_count < least_rounds * teams * it->threads)
    return false;
  it->teams = (uint64_t)teams;
  return true;
}

/* What the multiprocessors then hold. */
static void describe(const struct decision *it, uint32_t threads, struct cleave_geometry *geometry) {
  const struct cleave_device_limits *limits = it->limits;
  geometry->possible = possible_teams(it, threads);
  if (!geometry->possible || !limits->multiprocessors || !geometry->teams)
    return;
  uint64_t resident = smaller(geometry->teams, capacity(it, threads));
  geometry->resident = (uint32_t)divide_up(resident, limits->multiprocessors);
  double warps = (double)resident * (double)divide_up(threads, limits->warp_threads);
  double held = (double)(limits->threads_per_multiprocessor / limits->warp_threads) * limits->multiprocessors;
  geometry->occupancy = warps < held ? warps / held : 1;
}

__attribute__((format(printf, 3, 4))) static void
explain(struct cleave_geometry *geometry, enum cleave_geometry_rule rule, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  geometry->rule = rule;
  vsnprintf(geometry->reason, sizeof geometry->reason, format, arguments);
  va_end(arguments);
}

/* Says why teams were chosen as they are. */
static void explain_choice(const struct decision *it, bool reduced, bool full,
                           struct cleave_geometry *geometry) {
  const uint32_t streams = it->launch->demand.uncoalesced;
  const uint32_t multiprocessors = it->limits->multiprocessors;
  const char *plural = streams == 1 ? "" : "s";
  if (reduced && geometry->teams >= multiprocessors)
    explain(geometry, CLEAVE_GEOMETRY_SATURATION,
            "%" PRIu32 " uncoalesced stream%s: %" PRIu32 " teams per multiprocessor of %" PRIu32, streams,
            plural, geometry->resident, geometry->possible);
  else if (reduced)
    explain(geometry, CLEAVE_GEOMETRY_SATURATION,
            "%" PRIu32 " uncoalesced stream%s: %" PRIu32 " teams on %" PRIu32 " multiprocessors", streams,
            plural, geometry->teams, multiprocessors);
  else if (it->launch->reduces)
    explain(geometry, CLEAVE_GEOMETRY_REDUCTION,
            "a reduction of %" PRIu64 " iterations: %" PRIu32 " teams of %" PRIu32 " on %" PRIu32
            " multiprocessors",
            it->launch->trip_count, geometry->teams, geometry->threads, multiprocessors);
  else if (full && geometry->teams > capacity(it, geometry->threads))
    explain(geometry, CLEAVE_GEOMETRY_UNEVEN,
            "iterations of different length: %" PRIu32 " teams of %" PRIu32 ", %" PRIu32
            " at a time on each of %" PRIu32 " multiprocessors",
            geometry->teams, geometry->threads, geometry->possible, multiprocessors);
  else if (full)
    explain(geometry, CLEAVE_GEOMETRY_FULL,
            "all %" PRIu32 " teams of %" PRIu32 " that fit each of %" PRIu32 " multiprocessors",
            geometry->possible, geometry->threads, multiprocessors);
  else
    explain(geometry, CLEAVE_GEOMETRY_SMALL,
            "%" PRIu64 " iterations: %" PRIu32 " teams of %" PRIu32 " on %" PRIu32 " multiprocessors",
            it->launch->trip_count, geometry->teams, geometry->threads, multiprocessors);
}

void cleave_geometry_choose(const struct cleave_device_limits *limits, const struct cleave_launch *launch,
                            struct cleave_geometry *geometry) {
  struct decision it = {.limits = limits, .launch = launch};
  memset(geometry, 0, sizeof *geometry);
  begin(&it);
  if (launch->user_teams) {
    geometry->teams = (uint32_t)smaller(launch->user_teams, MOST_TEAMS);
    geometry->threads = launch->user_threads;
    explain(geometry, CLEAVE_GEOMETRY_USER, "num_teams(%" PRIu32 ") in the program", launch->user_teams);
    describe(&it, it.threads, geometry);
    return;
  }
  if (!limits->multiprocessors || !limits->warp_threads) {
    explain(geometry, CLEAVE_GEOMETRY_LEFT, "the limits of the device are unknown");
    return;
  }
  if (!launch->trip_count) {
    explain(geometry, CLEAVE_GEOMETRY_LEFT, "the trip count is unknown");
    return;
  }
  if (!possible_teams(&it, it.threads)) {
    explain(geometry, CLEAVE_GEOMETRY_LEFT,
            "no team of %" PRIu32 " threads with %" PRIu32 " registers and %" PRIu32
            " bytes of shared memory fits a multiprocessor",
            it.threads, launch->resources.registers, launch->resources.shared_bytes);
    return;
  }
  bool full = teams_of_loop(&it, it.threads) >= capacity(&it, it.threads);
  if (launch->reduces)
    combine(&it);
  else if (full)
    fill(&it);
  else
    spread(&it);
  bool reduced = reduce(&it);
  geometry->teams = (uint32_t)smaller(it.teams, MOST_TEAMS);
  geometry->threads = it.threads;
  describe(&it, it.threads, geometry);
  explain_choice(&it, reduced, full, geometry);
}
