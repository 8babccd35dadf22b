/* FILE: lib/engine/map_items.c
 * WHAT: see map_items.h.
 */
#include "engine/map_items.h"

#include "abi/offload.h"

static bool overlap(const char *begin, const char *end, const char *other, const char *other_end) {
  return (uintptr_t)begin < (uintptr_t)other_end && (uintptr_t)other < (uintptr_t)end;
}

/* Whether item I of ITEMS stores a device pointer in OBJECT. */
static bool attaches(const struct cleave_engine_arguments *items, int32_t i,
                     const struct cleave_engine_object *object) {
  if (!(items->types[i] & (CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT | CLEAVE_ARGUMENT_IS_ATTACHMENT)))
    return false;
  /* libomptarget overwrites such an item's base pointer. */
  if (items->types[i] & CLEAVE_ARGUMENT_IS_RETURNED)
    return true;
  const char *pointer = items->base_pointers[i];
  return overlap(pointer, pointer + sizeof(void *), object->host, object->host + object->bytes);
}

bool cleave_items_name(const struct cleave_engine_arguments *items, int32_t i,
                       const struct cleave_engine_object *object) {
  const char *begin = items->pointers[i], *end = object->host + object->bytes;
  if (items->mappers && items->mappers[i])
    return true; /* a function of the program determines the mapped memory */
  if (items->types[i] & CLEAVE_ARGUMENT_IS_LITERAL)
    return false;
  if (attaches(items, i, object))
    return true;
  if (items->types[i] & CLEAVE_ARGUMENT_IS_ATTACHMENT)
    return false;
  if (items->sizes[i] > 0)
    return overlap(begin, begin + items->sizes[i], object->host, end);
  /* A pointer is translated if it lies between an object's base pointer and its end. */
  const uintptr_t at = (uintptr_t)begin, host = (uintptr_t)object->host, base = (uintptr_t)object->base;
  return at >= (base < host ? base : host) && at <= (base > (uintptr_t)end ? base : (uintptr_t)end);
}

bool cleave_items_touch(const struct cleave_engine_call *call, const struct cleave_engine_object *object,
                        bool own) {
  const struct cleave_engine_arguments *items = call->arguments;
  /* The schedule of a region describes the kernels of the region's own thread. It does not include the
   * pointers that libomptarget stores for them. */
  const bool scheduled = own && call->construct == CLEAVE_ENGINE_KERNEL;
  for (int32_t i = 0; i < items->count; i++)
    if (scheduled ? attaches(items, i, object) : cleave_items_name(items, i, object))
      return true;
  return false;
}
