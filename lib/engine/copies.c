/* FILE: lib/engine/copies.c
 * WHAT: see copies.h.
 */
#include "engine/copies.h"

#include <stdlib.h>

#include "engine/copy_fallback.h"
#include "engine/engine_wait.h"
#include "engine/transfer_chunks.h"
#include "engine/transfer_queue.h"

/* Orders later work of this thread on DEVICE after EVENT, and frees EVENT. Does nothing in the child of a fork, which has
 * no device. */
static void wait_for_event(struct cleave_engine_device *device, struct cleave_device_event *event) {
  if (!event || !cleave_engine_is_on())
    return;
  pthread_mutex_unlock(&cleave_engine_lock);
  device->kind->wait_for_event(device, event);
  pthread_mutex_lock(&cleave_engine_lock);
}

void cleave_copies_free_event(struct cleave_engine_device *device, struct cleave_device_event *event) {
  if (event && cleave_engine_is_on())
    device->kind->free_event(device, event);
}

/* Orders later work of the region's thread after the arrival of the first END bytes of OBJECT. */
static void wait_for_arrival(struct cleave_engine_object *object, size_t end) {
  while (object->awaited < end && object->first_arrival) {
    struct cleave_arrival *arrival = object->first_arrival;
    object->first_arrival = arrival->next;
    if (!arrival->next)
      object->last_arrival = &object->first_arrival;
    object->awaited = arrival->arrived;
    if (object->awaited >= end)
      wait_for_event(object->region->device, arrival->event);
    else
      cleave_copies_free_event(object->region->device, arrival->event);
    free(arrival);
  }
}

void cleave_copies_await(struct cleave_engine_object *object, size_t end) {
  struct cleave_trace_event *wait = NULL;
  while (object->managed && object->to && object->arrived < end)
    if (!cleave_fallback_to_device(object))
      cleave_engine_wait(object, &wait);
  cleave_trace_end(wait);
  wait_for_arrival(object, end);
}

void cleave_copies_finish(struct cleave_transfer_chunk *chunk) {
  const struct cleave_engine_object *object = chunk->object;
  struct cleave_trace_event *wait = NULL;
  while (chunk->state == CLEAVE_CHUNK_QUEUED || chunk->state == CLEAVE_CHUNK_RUNNING)
    cleave_engine_wait(object, &wait);
  cleave_trace_end(wait);
  wait_for_event(chunk->device, chunk->after); /* of a transfer that was cancelled */
  wait_for_event(chunk->device, chunk->done);
  chunk->after = chunk->done = NULL;
}

void cleave_copies_send_rest(struct cleave_engine_object *object) {
  if (!object->managed || !object->from || object->touched || cleave_chunks_pending(object, CLEAVE_TO_DEVICE))
    return;
  size_t begin = object->bytes, end = 0; /* of the pending bytes, which are contiguous */
  for (const struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->direction == CLEAVE_FROM_DEVICE) {
      begin = chunk->begin < begin ? chunk->begin : begin;
      end = chunk->end > end ? chunk->end : end;
    }
  if (begin > end)
    begin = end = 0;
  if (begin > 0)
    cleave_queue_add(object, CLEAVE_FROM_DEVICE, 0, begin);
  if (end < object->bytes)
    cleave_queue_add(object, CLEAVE_FROM_DEVICE, end, object->bytes);
}

void cleave_copies_send_finished(struct cleave_region *region, int stage) {
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].last_write < stage)
      cleave_copies_send_rest(&region->objects[i]);
}

void cleave_copies_await_all(struct cleave_region *region) {
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    struct cleave_trace_event *wait = NULL;
    cleave_copies_await(object, object->bytes);
    while (cleave_chunks_open(object))
      cleave_engine_wait(object, &wait);
    cleave_trace_end(wait);
    cleave_fallback_from_device(object);
    for (struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
      cleave_copies_finish(chunk);
  }
}

void cleave_copies_release(struct cleave_region *region) {
  struct cleave_engine_device *device = region->device;
  if (!device->kind->release || !cleave_engine_is_on())
    return;
  pthread_mutex_unlock(&cleave_engine_lock);
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].chunks)
      device->kind->release(device, region->objects[i].host, region->objects[i].bytes);
  pthread_mutex_lock(&cleave_engine_lock);
}

bool cleave_copies_are_back(const struct cleave_engine_object *object) {
  return object->managed && object->from && !object->touched && object->back_begin == 0 &&
         object->back_end == object->bytes;
}
