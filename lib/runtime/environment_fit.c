/* FILE: lib/runtime/environment_fit.c
 * WHAT: whether a data environment around several regions fits into the device's memory.
 *
 * An object that is present needs no more memory of the device. The driver's free memory does not contain it. The
 * budget CLEAVE_DEVICE_MEMORY contains all objects. The end of an environment is not reported, so an object counts
 * until it is no longer present.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "process/fork.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "runtime/device_state.h"
#include "runtime/runtime.h"

/* Smaller environments usually fit, and a query of the driver may take longer than their regions. */
static const size_t worth_a_query = (size_t)64 << 20;

enum {
  RESERVE =
      16, /* one part in so many of the free memory is for allocators, kernels and the run time (assumed) */
  MOST_HELD = 256
};

/* The objects of environments, while a budget applies. */
struct held {
  int device;
  const void *address;
  size_t bytes;
};
CLEAVE_LOCK(lock);
static struct held held[MOST_HELD];
static int held_count;

struct demand {
  size_t all, absent; /* bytes of the objects of the call, and of those that are not present */
  bool unknown;       /* there are more objects */
};

static size_t add(size_t left, size_t right) { return left > SIZE_MAX - right ? SIZE_MAX : left + right; }

static bool is_present(const void *address, int device) {
  return cleave_omptarget()->mapped(address, device) != NULL;
}

/* Whether BYTES fit into LIMIT. Objects of unknown size may need as much again. */
static bool fits(size_t bytes, size_t limit, bool unknown) { return bytes <= (unknown ? limit / 2 : limit); }

/* Removes the objects that have left their device. */
static void forget_absent(void) {
  int kept = 0;
  for (int i = 0; i < held_count; i++)
    if (is_present(held[i].address, held[i].device))
      held[kept++] = held[i];
  held_count = kept;
}

static struct held *find(const struct held *object) {
  for (int i = 0; i < held_count; i++)
    if (held[i].device == object->device && held[i].address == object->address)
      return &held[i];
  return NULL;
}

/* Returns false if there is no room. */
static bool hold(const struct held *object) {
  struct held *it = find(object);
  if (!it && held_count == MOST_HELD)
    return false;
  *(it ? it : &held[held_count++]) = *object;
  return true;
}

/* Whether DEMAND fits into the budget together with the objects of other environments. If so, notes its objects. */
static bool fits_into_budget(int device, const struct demand *demand, int count, va_list *objects) {
  struct held own[CLEAVE_MOST_ENVIRONMENT_OBJECTS];
  size_t bytes = demand->all;
  int used = 0;
  for (int i = 0; i < count; i++) {
    const struct held object = {device, va_arg(*objects, const void *), va_arg(*objects, size_t)};
    if (object.address)
      own[used++] = object;
  }
  pthread_mutex_lock(&lock);
  forget_absent();
  for (int i = 0; i < held_count; i++) {
    bool counted = held[i].device != device;
    for (int k = 0; k < used && !counted; k++)
      counted = own[k].address == held[i].address;
    if (!counted)
      bytes = add(bytes, held[i].bytes);
  }
  bool result = fits(bytes, cleave_settings()->device_memory, demand->unknown);
  for (int k = 0; k < used && result; k++)
    result = hold(&own[k]);
  pthread_mutex_unlock(&lock);
  return result;
}

static bool fits_into_memory(int device, const struct demand *demand) {
  if (!demand->absent || (demand->absent < worth_a_query && !cleave_settings()->device_memory))
    return true;
  const size_t free = cleave_engine_free_memory(device);
  return free == SIZE_MAX || fits(demand->absent, free - free / RESERVE, demand->unknown);
}

int cleave_environment_fits(int device, int count, ...) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  struct demand demand = {.unknown = count & CLEAVE_UNKNOWN_OBJECTS};
  count &= ~CLEAVE_UNKNOWN_OBJECTS;
  if (count > CLEAVE_MOST_ENVIRONMENT_OBJECTS || cleave_settings()->safe)
    return 0;
  device = (int)cleave_device_number(device);
  /* On the host, data environments have no effect. */
  if (!openmp->is_there || device < 0 || device >= openmp->device_count())
    return 1;
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  va_list objects;
  va_start(objects, count);
  for (int i = 0; i < count; i++) {
    const void *address = va_arg(objects, const void *);
    const size_t bytes = va_arg(objects, size_t);
    demand.all = add(demand.all, bytes);
    if (!address || !is_present(address, device))
      demand.absent = add(demand.absent, bytes);
  }
  va_end(objects);
  bool result = fits_into_memory(device, &demand);
  if (result && cleave_settings()->device_memory) {
    va_start(objects, count);
    result = fits_into_budget(device, &demand, count, &objects);
    va_end(objects);
  }
  cleave_engine_end_call(&call);
  return result;
}

void cleave_environments_forget(void) {
  pthread_mutex_lock(&lock);
  held_count = 0;
  pthread_mutex_unlock(&lock);
}
