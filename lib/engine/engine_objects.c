/* FILE: lib/engine/engine_objects.c
 * WHAT: see engine_objects.h.
 */
#include "engine/engine_objects.h"

#include "engine/copies.h"
#include "engine/regions.h"
#include "engine/state.h"
#include "engine/streaming_buffer.h"
#include "engine/transfer_queue.h"

struct cleave_engine_object *cleave_engine_find(const void *address) {
  struct cleave_region *region = cleave_region_current();
  for (int i = 0; region && i < region->object_count; i++)
    if (region->objects[i].managed && region->objects[i].host == address)
      return &region->objects[i];
  return NULL;
}

struct cleave_engine_object *cleave_engine_find_any(const void *address) {
  struct cleave_region *region = cleave_region_current();
  for (int i = 0; region && i < region->object_count; i++)
    if (region->objects[i].host == address && region->objects[i].entry >= 0)
      return &region->objects[i];
  return NULL;
}

size_t cleave_engine_bytes(const struct cleave_engine_object *object) { return object->bytes; }

size_t cleave_engine_missing(const struct cleave_engine_object *object) {
  pthread_mutex_lock(&cleave_engine_lock);
  const size_t missing = cleave_streaming_is_closed(object) ? cleave_streaming_comes(object) * object->bytes
                         : object->managed && object->to    ? object->bytes - object->arrived
                                                            : 0;
  pthread_mutex_unlock(&cleave_engine_lock);
  return missing;
}

size_t cleave_engine_returning(const struct cleave_engine_object *object) {
  pthread_mutex_lock(&cleave_engine_lock);
  const bool returns = cleave_streaming_is_closed(object)
                           ? cleave_streaming_returns(object)
                           : object->managed && object->from && !object->touched;
  const size_t returning = returns ? object->bytes : 0;
  pthread_mutex_unlock(&cleave_engine_lock);
  return returning;
}

const struct cleave_transfer_rates *cleave_engine_rates(const struct cleave_engine_object *object) {
  return atomic_load(&object->region->device->rates);
}

double cleave_engine_filling(const struct cleave_engine_object *object) {
  return object->region->device->filling;
}

struct cleave_timer *cleave_engine_start_timer(const struct cleave_engine_object *object) {
  struct cleave_engine_device *device = object->region->device;
  return device->kind->start_timer && cleave_engine_is_on() ? device->kind->start_timer(device) : NULL;
}

double cleave_engine_stop_timer(const struct cleave_engine_object *object, struct cleave_timer *timer) {
  struct cleave_engine_device *device = object->region->device;
  return device->kind->stop_timer && cleave_engine_is_on() ? device->kind->stop_timer(device, timer) : -1;
}

void cleave_engine_await(struct cleave_engine_object *object, size_t end) {
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_copies_await(object, end < object->bytes ? end : object->bytes);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_engine_send_back(struct cleave_engine_object *object, size_t begin, size_t end) {
  pthread_mutex_lock(&cleave_engine_lock);
  if (object->managed && object->from && !object->touched && begin < end && end <= object->bytes)
    cleave_queue_add(object, CLEAVE_FROM_DEVICE, begin, end);
  pthread_mutex_unlock(&cleave_engine_lock);
}
