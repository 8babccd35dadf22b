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
 */
#include "geometry/geometry.h"

#include <math.h>

enum { ACCESS_BYTES = 8, WAITING_PART = 4, MOST_LOSS = 4 };
static const double least_gain = 0.02;

/* Where they are not known, what costs one team least: launches of the slowest machine that is known
 * (transfermodel/devices), and what pageable memory gives. */
static const double common_kernel_launch = 15e3, common_copies = 10;

bool cleave_fits_one_team(double trip_count) {
  return trip_count <= CLEAVE_ONE_TEAM_THREADS;
}

static const double host_step = 0.5;

static double known_or(double value, double other) {
  return value > 0 ? value : other;
}

/* How long the loops take on the host. */
static double time_on_host(const struct cleave_pace *pace, const struct cleave_split_region *region) {
  double time = 0;
  for (size_t i = 0; i < region->loop_count; i++) {
    const struct cleave_split_loop *loop = &region->loops[i];
    if (loop->trip_count > 0)
      time += ceil(loop->trip_count / known_or(pace->threads, 1)) * known_or(loop->steps, 1) * host_step;
  }
  return time;
}

bool cleave_one_team_pays(const struct cleave_pace *pace, const struct cleave_split_region *region) {
  if (region->kernels < 2)
    return false; /* there is nothing to save */
  const double saved = region->kernels * known_or(pace->kernel_launch, common_kernel_launch);
  if (pace->is_host)
    return saved >= least_gain * (time_on_host(pace, region) +
                                  region->bytes / known_or(pace->copies, common_copies));
  const double step = pace->memory_bandwidth > 0
                          ? ACCESS_BYTES * pace->threads / WAITING_PART / pace->memory_bandwidth
                          : 0;
  double lost = 0, most_lost = 0, least = region->bytes / known_or(pace->copies, common_copies);
  for (size_t i = 0; i < region->loop_count; i++) {
    const struct cleave_split_loop *loop = &region->loops[i];
    const double time = loop->steps * step;
    if (time > 0 && loop->trip_count > 0)
      least += time;
    if (cleave_fits_one_team(loop->trip_count))
      continue;
    if (!(time > 0))
      return false;
    const double rounds = loop->trip_count / CLEAVE_ONE_TEAM_THREADS;
    lost += (rounds - 1) * time;
    most_lost += (ceil(rounds) - 1) * time;
  }
  return lost <= saved && most_lost <= MOST_LOSS * saved && saved >= least_gain * least;
}
