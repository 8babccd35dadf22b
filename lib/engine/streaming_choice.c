/* FILE: lib/engine/streaming_choice.c
 * WHAT: see streaming_choice.h.
 */
#include "engine/streaming_choice.h"

#include "abi/offload.h"
#include "engine/absence.h"
#include "engine/profitability.h"
#include "engine/streaming_buffer.h"
#include "process/omptarget.h"
#include "process/rank_device.h"
#include "process/settings.h"

/* Smaller objects usually fit, and a query of the driver takes longer than a small region. */
static const size_t worth_a_question = (size_t)64 << 20;

static size_t free_memory(struct cleave_engine_device *device) {
  const size_t limit = cleave_settings()->device_memory;
  const size_t free = device->kind->free_memory ? device->kind->free_memory(device) : SIZE_MAX;
  return limit && limit < free ? limit : free;
}

/* Bytes that libomptarget will allocate for ITEMS. */
static size_t bytes_of(const struct cleave_region *region, const struct cleave_engine_arguments *items) {
  size_t bytes = 0;
  for (int32_t i = 0; i < items->count; i++)
    if (items->sizes[i] > 0 && !(items->types[i] & CLEAVE_ARGUMENT_IS_LITERAL) &&
        !cleave_omptarget()->mapped(items->pointers[i], (int)region->number))
      bytes += (size_t)items->sizes[i];
  return bytes;
}

static bool can_stream(const struct cleave_engine_object *object,
                       const struct cleave_engine_arguments *items) {
  return object->only_in_tiles && object->entry >= 0 &&
         !(items->types[object->entry] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT);
}

/* Whether ITEMS fit into the device's memory only without the STREAMED bytes of objects with streaming buffers. */
static bool is_needed(const struct cleave_region *region, const struct cleave_engine_arguments *items,
                      size_t streamed) {
  const size_t bytes = bytes_of(region, items);
  if (!streamed || (bytes < worth_a_question && !cleave_settings()->device_memory))
    return false;
  const size_t free = free_memory(region->device);
  return bytes > free && bytes >= streamed && bytes - streamed < free;
}

/* Bytes of each device's memory that ITEMS leave for streaming buffers, without the STREAMED bytes of their objects. */
static size_t memory_left(const struct cleave_region *region, const struct cleave_engine_arguments *items,
                          size_t streamed) {
  const size_t bytes = bytes_of(region, items), others = bytes > streamed ? bytes - streamed : 0;
  size_t free = free_memory(region->device);
  for (unsigned i = 0; i < region->device_count; i++) {
    const size_t own = free_memory(region->devices[i]);
    free = own < free ? own : free;
  }
  const size_t left = free > others ? free - others : 0;
  return left - left / 8; /* an allocator rounds up, and needs some memory itself */
}

static bool is_possible(const struct cleave_region *region) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  /* Other threads wait for the end of this region. To exclude a deadlock, this thread must hold no other
   * objects. */
  if (region->outer || !openmp->allocate || !openmp->release || !openmp->copy)
    return false;
  /* Without offload, kernels run on the host, and use the objects themselves. */
  return openmp->target_offload && openmp->target_offload();
}

/* Whether kernels for one device run on the other, and objects are copied to both in the same way. */
static bool are_alike(const struct cleave_engine_device *one, const struct cleave_engine_device *other) {
  return one->kind == other->kind && one->architecture == other->architecture;
}

static void find_devices(struct cleave_region *region) {
  const int count = cleave_omptarget()->device_count();
  region->devices[region->device_count++] = region->device;
  for (int64_t number = 0; number < count && region->device_count < CLEAVE_MOST_DEVICES; number++) {
    const bool is_other = number != region->number && cleave_rank_device_is_mine((int)number, count);
    struct cleave_engine_device *device = is_other ? cleave_engine_device(number) : NULL;
    if (device && are_alike(device, region->device))
      region->devices[region->device_count++] = device;
  }
}

static bool choose_devices(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  const size_t least = cleave_engine_least_copy(region->device);
  bool is_profitable = false, any = false;
  for (int i = 0; i < region->object_count; i++) {
    any |= region->objects[i].is_partitioned;
    is_profitable |= region->objects[i].is_partitioned && region->objects[i].bytes >= least;
  }
  if (!any || !is_profitable)
    return false;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    /* The device data of a present object may be newer than the host's. If another list item names the same
     * object, the schedule does not describe accesses under that name. */
    if (object->entry < 0 || items->types[object->entry] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT ||
        !cleave_engine_is_absent(object))
      return false;
  }
  find_devices(region);
  if (region->device_count < 2)
    region->device_count = 0;
  return region->device_count;
}

/* Bytes of the objects that can have a streaming buffer, or of those whose loop several devices may share. */
static size_t streamed_bytes(const struct cleave_region *region, const struct cleave_engine_arguments *items,
                             bool all) {
  size_t bytes = 0;
  for (int i = 0; i < region->object_count; i++)
    if (can_stream(&region->objects[i], items) && (all || region->objects[i].is_partitioned))
      bytes += region->objects[i].bytes;
  return bytes;
}

bool cleave_streaming_choose(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  bool any = false;
  for (int i = 0; i < region->object_count; i++)
    any |= can_stream(&region->objects[i], items);
  if (!any || !is_possible(region))
    return false;
  const bool needed = is_needed(region, items, streamed_bytes(region, items, true));
  if ((!choose_devices(region, items) && !needed) || !cleave_streaming_claim(region))
    return false;
  region->streaming_memory = memory_left(region, items, streamed_bytes(region, items, needed));
  any = false;
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    if (can_stream(object, items) && (needed || object->is_partitioned))
      any |= cleave_streaming_new(object, items->types[object->entry]);
  }
  return any;
}
