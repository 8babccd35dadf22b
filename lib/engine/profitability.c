/* FILE: lib/engine/profitability.c
 * WHAT: whether a region may have transfers worth an overlap, before any cost: a region with small or present
 *       arrays gets no schedule, and no environment that only the engine would need.
 */
#include "engine/profitability.h"

#include <stdarg.h>

#include "abi/entry_points.h"
#include "engine/engine.h"
#include "process/omptarget.h"
#include "process/settings.h"

static struct cleave_engine_device *device_of(int device) {
  if (cleave_settings()->transfers == CLEAVE_TRANSFERS_OFF || !cleave_engine_is_on())
    return NULL;
  return cleave_engine_device(cleave_device_number(device));
}

/* A list item of a map clause. */
struct item {
  const char *host;
  size_t bytes;
};

size_t cleave_engine_least_copy(const struct cleave_engine_device *device) {
  /* Under a memory limit, small objects may not fit either (streaming_buffer.c). */
  const bool always =
      cleave_settings()->transfers == CLEAVE_TRANSFERS_ALWAYS || cleave_settings()->device_memory;
  return always || !device->kind->least ? 1 : device->kind->least(device);
}

/* Whether ITEM is large enough for a separate copy, and absent from DEVICE. */
static bool may_copy(const struct cleave_engine_device *device, size_t least, const struct item *item) {
  return item->bytes && item->bytes >= least && !cleave_omptarget()->mapped(item->host, (int)device->number);
}

static bool overlap(const struct item *one, const struct item *other) {
  return (uintptr_t)one->host < (uintptr_t)other->host + other->bytes &&
         (uintptr_t)other->host < (uintptr_t)one->host + one->bytes;
}

/* If two items share bytes, the map type of the first one counts. The order is that of the list for a data
 * environment, and for a kernel that of the uses in its text (clang 19). */
static bool are_apart(const struct item *items, int count) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++)
      if (overlap(&items[i], &items[j]))
        return false;
  return true;
}

static bool is_profitable(int device, const struct item *items, int count) {
  const struct cleave_engine_device *it = device_of(device);
  bool any = false;
  if (!it)
    return false;
  const size_t least = cleave_engine_least_copy(it);
  for (int i = 0; i < count && !any; i++)
    any = may_copy(it, least, &items[i]);
  return any && are_apart(items, count);
}

int cleave_transfers_pay(int device, int count, ...) {
  struct item items[CLEAVE_MOST_COMPARED_OBJECTS];
  if (count > CLEAVE_MOST_COMPARED_OBJECTS || !cleave_engine_is_on())
    return 0;
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    items[i].host = va_arg(arguments, const char *);
    items[i].bytes = va_arg(arguments, size_t);
  }
  va_end(arguments);
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  const bool result = is_profitable(device, items, count);
  cleave_engine_end_call(&call);
  return result;
}
