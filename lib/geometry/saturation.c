/* FILE: lib/geometry/saturation.c
 * WHAT: how many teams a device bears whose lanes each walk along a row of their own.
 *
 * Each lane of such a stream has a cache line of its own. As long as the lines of all resident lanes
 * stay in the level 1 cache, each serves a whole line of iterations; with more, every iteration loads
 * its line anew. docs/design/geometry.md says what is measured and what is model.
 */
#include "geometry/geometry.h"

enum { LINE = 128 /* bytes */, MOST_TEAMS = 1 << 30 };

/* The whole number of teams for a multiprocessor nearest to TEAMS, at least one. */
static double whole(double teams) {
  if (!(teams >= 1))
    return 1;
  return teams < MOST_TEAMS ? (double)(uint64_t)(teams + 0.5) : MOST_TEAMS;
}

/* What the level 1 cache holds: the lines of a team's lanes, and its shared memory where that is a
 * part of the cache. */
static double by_level_1(const struct cleave_device_limits *limits,
                         const struct cleave_kernel_resources *resources, uint32_t streams,
                         uint32_t threads) {
  double team = (double)threads * LINE * streams;
  if (limits->level_1_holds_shared)
    team += (double)limits->shared_reserved + resources->shared_bytes;
  return whole(limits->level_1_bytes / team) * limits->multiprocessors;
}

/* 0: nothing was measured. */
static double as_measured(const struct cleave_device_limits *limits, uint32_t streams, uint32_t threads) {
  const double size = (double)CLEAVE_SATURATION_THREADS / threads;
  uint32_t entry = streams < CLEAVE_SATURATION_STREAMS ? streams : CLEAVE_SATURATION_STREAMS;
  if (limits->saturation_table[entry - 1])
    return whole(limits->saturation_table[entry - 1] * size);
  if (!(limits->saturation_teams > 0))
    return 0;
  return whole(limits->saturation_teams / streams * size) * limits->multiprocessors;
}

double cleave_saturated_teams(const struct cleave_device_limits *limits,
                              const struct cleave_kernel_resources *resources, uint32_t streams,
                              double iterations, uint32_t threads) {
  /* Where a smaller grid gains nothing it costs: 31 % in a cycle-level simulation of a device whose level 1 cache
   * holds what the model says it would not. So the model alone reduces nothing. */
  double measured = as_measured(limits, streams, threads);
  if (!measured || !(limits->saturation_iterations > 0 && iterations > limits->saturation_iterations))
    return measured;
  double modelled = by_level_1(limits, resources, streams, threads);
  return measured < modelled ? measured : modelled;
}

/* How far A and B are apart, as the logarithm of their ratio would tell. */
static double distance(double a, double b) { return a > b ? a / b - 1 : b / a - 1; }

double cleave_saturation_fit(const uint32_t *table, uint32_t multiprocessors) {
  double best = 0, least = 0;
  for (uint32_t teams = 1; teams <= 64 && multiprocessors; teams++) {
    double sum = 0;
    uint32_t entries = 0;
    for (uint32_t k = 1; k <= CLEAVE_SATURATION_STREAMS; k++)
      if (table[k - 1]) {
        sum += distance(whole((double)teams / k) * multiprocessors, table[k - 1]);
        entries++;
      }
    if (entries && (!best || sum < least)) {
      best = teams;
      least = sum;
    }
  }
  return best;
}
