/* FILE: lib/engine/host.c
 * WHAT: the host as a device: libomptarget's plugin for the machine's own processor, whose devices'
 *       memory is the process's.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "engine/device.h"
#include "engine/engine.h"
#include "transfermodel/transfermodel.h"

enum {
  PORTION = 1 << 20,      /* bytes between two reports */
  WORTH_A_THREAD = 1 << 20 /* bytes that take several times as long as to wake a thread up */
};

/* Nothing is gained by moving bytes beside kernels unless they take long, and there is a processor to move
 * them. */
static bool takes(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                  size_t bytes, bool exposed, bool no_page_locks) {
  (void)device, (void)direction, (void)host, (void)no_page_locks;
  cpu_set_t processors;
  return !exposed && bytes >= WORTH_A_THREAD &&
         !sched_getaffinity(0, sizeof processors, &processors) && CPU_COUNT(&processors) > 1;
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

static const struct cleave_engine_device_kind kind = {.name = "host", .takes = takes, .copy = copy};

struct cleave_engine_device *cleave_host_device(int64_t number) {
  struct host_device {
    struct cleave_engine_device base;
    struct cleave_transfer_rates rates;
  } *device = malloc(sizeof *device);
  if (!device)
    return NULL;
  *device = (struct host_device){
      {.kind = &kind, .number = number, .rates = &device->rates, .least = WORTH_A_THREAD},
      cleave_transfer_rates_of_host()};
  return &device->base;
}
