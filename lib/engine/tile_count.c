/* FILE: lib/engine/tile_count.c
 * WHAT: the number of tiles of a loop, from the transfer model's result for its bytes and its time.
 *
 * The time of a loop is the measured time of its iterations. Before a measurement, a lower bound is assumed:
 * the time in which the device's memory transfers the chunks of the loop. If the assumed time is too short,
 * the loop has fewer tiles than the optimum, or none. The time of one tile does not predict that of the loop,
 * because a tile may be too small to fill the device; so only whole loops are measured.
 */
#include "engine/tile_count.h"
#include "process/fork.h"

#include <pthread.h>

/* The loops of a program that have run: a hash table in which a new one takes the place of an old one. */
enum { LOOPS = 256, PROBES = 8, MEASUREMENTS = 4 };

static struct loop {
  const void *site;
  double per_iteration; /* ns */
  unsigned measured;    /* how often */
} loops[LOOPS];
CLEAVE_LOCK(lock);

/* The entry of SITE; if there is none, a free one, or the last one of the search. */
static struct loop *find(const void *site) {
  const size_t hash = (uintptr_t)site * UINT64_C(0x9e3779b97f4a7c15) >> 32;
  struct loop *loop = NULL;
  for (size_t i = 0; i < PROBES; i++) {
    loop = &loops[(hash + i) % LOOPS];
    if (loop->site == site || !loop->site)
      break;
  }
  return loop;
}

void cleave_tile_note_time(const void *site, uint64_t iterations, double kernel) {
  pthread_mutex_lock(&lock);
  struct loop *loop = find(site);
  const unsigned before = loop->site == site ? loop->measured : 0;
  *loop = (struct loop){site, kernel / (double)iterations, before + 1};
  pthread_mutex_unlock(&lock);
}

bool cleave_tile_wants_time(const void *site) {
  pthread_mutex_lock(&lock);
  const struct loop *loop = find(site);
  const bool wants = loop->site != site || loop->measured < MEASUREMENTS;
  pthread_mutex_unlock(&lock);
  return wants;
}

static double kernel_time(const struct cleave_tile_work *work, const struct cleave_transfer_rates *rates) {
  pthread_mutex_lock(&lock);
  const struct loop *loop = find(work->site);
  const double known = loop->site == work->site ? loop->per_iteration * (double)work->iterations : 0;
  pthread_mutex_unlock(&lock);
  if (known > 0 || !(rates->memory_bandwidth > 0))
    return known;
  return (double)work->bytes_used / rates->memory_bandwidth;
}

/* The rate of the engine for unknown memory: the better of its two methods. */
static double rate_of(double pageable, double staged) { return staged > pageable ? staged : pageable; }

uint64_t cleave_tile_count_for(const struct cleave_tile_work *work, const struct cleave_transfer_rates *rates,
                               uint64_t requested) {
  if (requested)
    return requested < work->iterations ? requested : work->iterations;
  if (!rates)
    return 1;
  const double to = rate_of(rates->pageable_to_device, rates->staged_to_device),
               from = rate_of(rates->pageable_from_device, rates->staged_from_device);
  if (!(to > 0) || !(from > 0))
    return 1;
  const double kernel = kernel_time(work, rates), iterations = (double)work->iterations;
  const struct cleave_tile_question question = {
      .transfer_to = (double)work->bytes_to / to,
      .transfer_from = (double)work->bytes_from / from,
      .kernel = kernel,
      .least_kernel = kernel * (work->filling < iterations ? work->filling / iterations : 1),
      .per_tile = rates->kernel_launch + rates->handover + (work->bytes_from ? rates->copy_latency : 0),
      .most = work->iterations,
  };
  return question.kernel > 0 ? cleave_tile_count(&question) : 1;
}
