/* FILE: lib/engine/host_device.c
 * WHAT: the host as a device: libomptarget's plugin for the machine's own processor. Its devices use the
 *       memory of the process.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/engine_device.h"
#include "engine/engine.h"
#include "process/threads.h"
#include "process/omptarget.h"
#include "transfermodel/transfermodel.h"

enum { PORTION = 1 << 20 }; /* bytes between two reports */

unsigned cleave_engine_host_threads(void) {
  const struct cleave_omptarget *real = cleave_omptarget();
  const int threads = real->max_threads ? real->max_threads() : 0;
  const int teams = real->max_teams ? real->max_teams() : 0; /* 0: one */
  const uint64_t all = (uint64_t)(threads > 0 ? threads : 1) * (uint64_t)(teams > 0 ? teams : 1);
  return threads > 0 && all < cleave_processors() ? (unsigned)all : cleave_processors();
}

/* The least number of bytes for which a thread takes at most 1.5 % longer than libomptarget without overlap. */
static size_t least_worth(const struct cleave_transfer_rates *rates) {
  for (size_t bytes = 64 << 10; bytes < (size_t)1 << 40; bytes += bytes / 4) {
    const struct cleave_transfer_question question = {
        .to_device = true, .bytes = bytes, .transfers = 1, .no_page_locks = true};
    const struct cleave_transfer_answer answer = cleave_transfer_choose(rates, &question);
    if (cleave_transfer_risks_little(&answer))
      return bytes;
  }
  return SIZE_MAX;
}

struct host_device {
  struct cleave_engine_device base;
  struct cleave_transfer_rates rates;
  size_t least;
};

/* A copy overlaps with kernels only if they leave a processor free for it. Otherwise it slows them down by its own
 * duration, plus the time to wake its thread. */
static size_t least(const struct cleave_engine_device *device) {
  return cleave_engine_host_threads() < cleave_processors() ? ((const struct host_device *)device)->least
                                                            : SIZE_MAX;
}

static bool takes(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                  size_t bytes, bool exposed, bool no_page_locks) {
  (void)direction, (void)host, (void)no_page_locks;
  return !exposed && bytes >= least(device);
}

static bool copy(struct cleave_engine_device *device, const struct cleave_copy *what) {
  (void)device;
  const bool to_device = what->direction == CLEAVE_TO_DEVICE;
  char *to = to_device ? what->device : what->host;
  const char *from = to_device ? what->host : what->device;
  for (size_t done = 0; done < what->bytes;) {
    const size_t left = what->bytes - done, portion = left < PORTION ? left : PORTION;
    if (cleave_engine_is_stopping())
      return false;
    memcpy(to + done, from + done, portion);
    done += portion;
    what->arrived(what->context, done);
  }
  return true;
}

static const struct cleave_engine_device_kind kind = {
    .name = "host", .takes = takes, .least = least, .copy = copy};

struct cleave_engine_device *cleave_host_device(int64_t number) {
  struct host_device *device = malloc(sizeof *device);
  if (!device)
    return NULL;
  const struct cleave_transfer_rates rates = cleave_device_rates_of_host();
  *device = (struct host_device){.base = {.kind = &kind, .number = number, .rates = &device->rates},
                                 .rates = rates,
                                 .least = least_worth(&rates)};
  return &device->base;
}
