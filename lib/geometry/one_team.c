/* FILE: lib/geometry/one_team.c
 * WHAT: which regions one team does as fast, with one launch, as the whole device with a launch for each loop.
 *
 * Split into K kernels, a region is launched K - 1 times more, and waited for K times more: libomptarget waits for the
 * copies of the data environment, and for each kernel. That is taken for
 *
 *   saved = K * kernel_launch
 *
 * An iteration waits for memory so many times, its steps. The device's memory gives all it can when a quarter of its
 * threads are waiting for 8 bytes each (Little's law), so one such wait takes
 *
 *   step = 8 bytes * threads / 4 / memory_bandwidth
 *
 * which is 113 ns on an H200 and 313 ns on a P100. In one team a loop of n iterations takes n / 128 times as long as
 * where each has a thread:
 *
 *   lost = sum of (n / 128 - 1) * steps * step   over the loops with more than 128 iterations
 *
 * One team pays if lost <= saved. What may be wrong in it:
 *
 * - The last round of a loop is not full, and counts as the part that it is: true where the multiprocessor is what is
 *   waited for, as with uncoalesced accesses. Where each thread waits for its own accesses it takes as long as a full
 *   one. That counted, the loss may be MOST_LOSS times what is saved, and no more.
 * - The quarter, and that a thread waits for one thing at a time, are assumptions, those of bench/transfers/stand_in.sh
 *   too; so what the stand-in driver shows is no evidence for them.
 * - Where saved is not LEAST_GAIN of what the region takes, nothing is to be gained, and a lot to be lost: split, copies
 *   happen beside kernels.
 *
 * What is not known never speaks for one team: a loop of unknown steps must fit it.
 *
 * Where the device is the host, one team has as many threads as several: nothing is lost, and all that splitting
 * costs is saved. One team then pays if saved is LEAST_GAIN of what the region takes, where a step takes HOST_STEP:
 * 0.6 to 1.2 ns were measured for the loops of bench/polybench on a processor of 2.6 GHz. A step that takes longer
 * makes the gain smaller, and no loss. A loop of unknown steps counts as if it had one.
 *
 * If kernels stand in loops or branches of the host, the number of their launches is not known in time. Kernels that are
 * launched equally often, one after the other, form a group. If a group is launched w times, every sum of the rule grows by
 * the factor w. So if each group meets an inequality for one launch, the sum over all groups meets it for any w. One team
 * pays under two conditions. It pays for each group alone, without the copies, which happen once. And one launch of each
 * group saves at least LEAST_GAIN of their time plus the copies; more launches save more against the same copies. A group
 * of one kernel saves its launch, because other kernels precede or follow it. A trip count that depends on a counter of the
 * host counts with its largest value: that overestimates lost and the time, and never favours one team.
 */
#include "geometry/geometry.h"

#include <math.h>

enum { ACCESS_BYTES = 8, WAITING_PART = 4, MOST_LOSS = 4 };
static const double least_gain = 0.02;

/* Where they are not known, what costs one team least: launches of the slowest machine that is known
 * (device/devices), and what pageable memory gives. */
static const double common_kernel_launch = 15e3, common_copies = 10;

bool cleave_fits_one_team(double trip_count) { return trip_count <= CLEAVE_ONE_TEAM_THREADS; }

static const double host_step = 0.5;

static double known_or(double value, double other) { return value > 0 ? value : other; }

/* What one launch of each kernel of a group costs and saves, in ns. */
struct cost {
  double saved, lost, most_lost; /* by one team: see above */
  double time;                   /* that its loops take at least */
};

/* How long the loops take on the host. */
static double time_on_host(const struct cleave_pace *pace, const struct cleave_split_group *group) {
  double time = 0;
  for (size_t i = 0; i < group->loop_count; i++) {
    const struct cleave_split_loop *loop = &group->loops[i];
    if (loop->trip_count > 0)
      time += ceil(loop->trip_count / known_or(pace->threads, 1)) * known_or(loop->steps, 1) * host_step;
  }
  return time;
}

/* Returns false if that is not known. */
static bool find_cost(const struct cleave_pace *pace, const struct cleave_split_group *group,
                      struct cost *cost) {
  *cost = (struct cost){.saved = group->kernels * known_or(pace->kernel_launch, common_kernel_launch)};
  if (pace->is_host) {
    cost->time = time_on_host(pace, group);
    return true;
  }
  const double step =
      pace->memory_bandwidth > 0 ? ACCESS_BYTES * pace->threads / WAITING_PART / pace->memory_bandwidth : 0;
  for (size_t i = 0; i < group->loop_count; i++) {
    const struct cleave_split_loop *loop = &group->loops[i];
    const double time = loop->steps * step;
    if (time > 0 && loop->trip_count > 0)
      cost->time += time;
    if (cleave_fits_one_team(loop->trip_count))
      continue;
    if (!(time > 0))
      return false;
    const double rounds = loop->trip_count / CLEAVE_ONE_TEAM_THREADS;
    cost->lost += (rounds - 1) * time;
    cost->most_lost += (ceil(rounds) - 1) * time;
  }
  return true;
}

/* COPIES: how long they take, in ns. */
static bool is_worth_it(const struct cost *cost, double copies) {
  return cost->lost <= cost->saved && cost->most_lost <= MOST_LOSS * cost->saved &&
         cost->saved >= least_gain * (cost->time + copies);
}

static double time_of_copies(const struct cleave_pace *pace, double bytes) {
  return bytes / known_or(pace->copies, common_copies);
}

bool cleave_one_team_pays(const struct cleave_pace *pace, const struct cleave_split_region *region) {
  const struct cleave_split_group all = {region->kernels, region->loops, region->loop_count};
  struct cost cost;
  return region->kernels >= 2 && /* else there is nothing to save */
         find_cost(pace, &all, &cost) && is_worth_it(&cost, time_of_copies(pace, region->bytes));
}

bool cleave_one_team_pays_nested(const struct cleave_pace *pace, const struct cleave_nested_split *region) {
  double saved = 0, time = time_of_copies(pace, region->bytes);
  for (size_t i = 0; i < region->group_count; i++) {
    struct cost cost;
    if (!find_cost(pace, &region->groups[i], &cost) || !is_worth_it(&cost, 0))
      return false;
    saved += cost.saved;
    time += cost.time;
  }
  return saved > 0 && saved >= least_gain * time;
}
