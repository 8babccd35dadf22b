/* FILE: lib/geometry/one_team.c
 * WHAT: which regions run as fast as a single kernel in one team, with one launch, as with one kernel for each loop.
 *
 * Splitting a region into K kernels adds K - 1 launches and K waits: libomptarget waits for the copies of the data environment
 * and for each kernel. The model takes as saved by one team
 *
 *   saved = K * kernel_launch
 *
 * The cost of an iteration is its number of memory round trips. The memory of the device is saturated when a quarter of the
 * device's threads wait for 8 bytes each (Little's law), so one round trip takes
 *
 *   round_trip = 8 bytes * threads / 4 / memory_bandwidth
 *
 * which is 113 ns on an H200 and 313 ns on a P100. In one team a loop of n iterations takes n / 128 times as long as on the
 * whole device:
 *
 *   lost = sum of (n / 128 - 1) * round_trips * round_trip   over the loops with more than 128 iterations
 *
 * One team is profitable if lost <= saved. Limits of the model:
 *
 * - The last round of a loop is not full, and counts as a fraction. That is right if the multiprocessor is the bottleneck, as
 *   with uncoalesced accesses. If each thread waits for its own accesses, it takes as long as a full round. With full
 *   rounds, the loss may be at most MOST_LOSS times the saving.
 * - The quarter, and one pending access for each thread, are assumptions. bench/transfers/simulator.sh executes the kernels and
 *   shares none of them.
 * - If the saving is less than LEAST_GAIN of the region's time, the region is split: then copies overlap with kernels.
 *
 * Values that are not known never favour one team: a loop with an unknown number of round trips must fit into it.
 *
 * On the host device one team has as many threads as several, so nothing is lost, and the whole cost of splitting is saved. One
 * team is profitable if the saving is LEAST_GAIN of the region's time, where a round trip takes HOST_ROUND_TRIP: 0.6 to
 * 1.2 ns were measured for the loops of bench/polybench on a processor of 2.6 GHz. A longer round trip makes the gain
 * smaller, and causes no loss. A loop with an unknown number of round trips counts as one with one.
 *
 * The number of launches of kernels in loops or branches of the host is not known in advance. Kernels that are launched equally
 * often, one after the other, form a group. If a group is launched w times, every sum of the rule grows by the factor w. So
 * if each group meets an inequality for one launch, the sum over all groups meets it for any w. One team is profitable under
 * two conditions. It is profitable for each group alone, without the copies, which happen once. And one launch of each group
 * saves at least LEAST_GAIN of their time plus the copies; more launches save more against the same copies. A group of one
 * kernel saves its launch, because other kernels precede or follow it. A trip count that depends on a counter of the host
 * counts with its largest value: that overestimates the loss and the time, and never favours one team.
 *
 * A distribute loop of T iterations that is split has T teams in its original form. They run in waves of as many as the device holds,
 * each of which takes the rounds above. The split loop has T times as many iterations, on all threads of the device:
 *
 *   lost = sum of (waves * max(1, n / 128) - max(1, T * n / threads)) * round_trips * round_trip
 *
 * bench/slower.sh finds 2.8 to 5 times less for loops of 4096 to 32768 iterations. So only the limit MOST_LOSS applies to it.
 */
#include "geometry/geometry.h"

#include <math.h>

enum { ACCESS_BYTES = 8, WAITING_PART = 4, MOST_LOSS = 4 };
static const double least_gain = 0.02;

/* For values that are not known: the launch of the slowest device in device/devices, which favours one team least, and the
 * rate of pageable memory. */
static const double common_kernel_launch = 15e3, common_copies = 10;

bool cleave_fits_one_team(double trip_count) { return trip_count <= CLEAVE_ONE_TEAM_THREADS; }

static const double host_round_trip = 0.5;

static double known_or(double value, double other) { return value > 0 ? value : other; }

/* The cost and the saving of one launch of each kernel of a group, in ns. */
struct cost {
  double saved, lost, most_lost; /* by one team: see above */
  double time;                   /* the least time of its loops */
};

/* The time of the loops on the host. */
static double time_on_host(const struct cleave_pace *pace, const struct cleave_split_group *group) {
  double time = 0;
  for (size_t i = 0; i < group->loop_count; i++) {
    const struct cleave_split_loop *loop = &group->loops[i];
    if (loop->trip_count > 0)
      time += ceil(loop->trip_count / known_or(pace->threads, 1)) * known_or(loop->round_trips, 1) *
              host_round_trip;
  }
  return time;
}

/* The rounds of a loop of TRIP_COUNT iterations in each of TEAMS teams beyond those of the split form. IS_WHOLE: the last one is as long as a
 * full one. */
static double rounds_lost(const struct cleave_pace *pace, double teams, double trip_count, bool is_whole) {
  const double rounds = fmax(1, trip_count / CLEAVE_ONE_TEAM_THREADS);
  const double waves = teams > 1 ? ceil(teams * CLEAVE_ONE_TEAM_THREADS / known_or(pace->threads, 1)) : 1;
  const double split = teams > 1 ? fmax(1, teams * trip_count / known_or(pace->threads, 1)) : 1;
  return fmax(0, waves * (is_whole ? ceil(rounds) : rounds) - split);
}

/* TEAMS: of the original form. Returns false if that is not known. */
static bool find_cost(const struct cleave_pace *pace, const struct cleave_split_group *group, double teams,
                      struct cost *cost) {
  *cost = (struct cost){.saved = group->kernels * known_or(pace->kernel_launch, common_kernel_launch)};
  if (pace->is_host) {
    cost->time = time_on_host(pace, group);
    return true;
  }
  const double round_trip =
      pace->memory_bandwidth > 0 ? ACCESS_BYTES * pace->threads / WAITING_PART / pace->memory_bandwidth : 0;
  for (size_t i = 0; i < group->loop_count; i++) {
    const struct cleave_split_loop *loop = &group->loops[i];
    const double time = loop->round_trips * round_trip;
    if (time > 0 && loop->trip_count > 0)
      cost->time += time;
    if (isnan(loop->trip_count))
      return false;
    const double most = rounds_lost(pace, teams, loop->trip_count, true);
    if (!(most > 0))
      continue;
    if (!(time > 0))
      return false;
    cost->lost += rounds_lost(pace, teams, loop->trip_count, false) * time;
    cost->most_lost += most * time;
  }
  return true;
}

/* COPIES: their time in ns. */
static bool is_worth_it(const struct cost *cost, double copies) {
  return cost->lost <= cost->saved && cost->most_lost <= MOST_LOSS * cost->saved &&
         cost->saved >= least_gain * (cost->time + copies);
}

static double time_of_copies(const struct cleave_pace *pace, double bytes) {
  return bytes / known_or(pace->copies, common_copies);
}

bool cleave_one_team_is_profitable(const struct cleave_pace *pace, const struct cleave_split_region *region) {
  const struct cleave_split_group all = {region->kernels, region->loops, region->loop_count};
  struct cost cost;
  return region->kernels >= 2 && /* one kernel saves nothing */
         find_cost(pace, &all, 1, &cost) && is_worth_it(&cost, time_of_copies(pace, region->bytes));
}

bool cleave_one_team_is_profitable_nested(const struct cleave_pace *pace,
                                          const struct cleave_nested_split *region) {
  double saved = 0, time = time_of_copies(pace, region->bytes);
  if (region->teams > 0 && pace->is_host)
    return false;
  for (size_t i = 0; i < region->group_count; i++) {
    struct cost cost;
    if (!find_cost(pace, &region->groups[i], region->teams, &cost))
      return false;
    if (region->teams > 0)
      cost.lost = 0;
    if (!is_worth_it(&cost, 0))
      return false;
    saved += cost.saved;
    time += cost.time;
  }
  return saved > 0 && saved >= least_gain * time;
}
