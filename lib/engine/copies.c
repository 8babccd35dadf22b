/* FILE: lib/engine/copies.c
 * WHAT: the copies of a region, as its own thread sees them: begin, wait, go on behind them.
 */
#include <stdlib.h>

#include "engine/state.h"

/* Orders what this thread gives to DEVICE after MOMENT, and frees MOMENT. Does nothing in a child of a fork, which has
 * no device. */
static void go_on(struct cleave_engine_device *device, struct cleave_moment *moment) {
  if (!moment || !cleave_engine_is_on())
    return;
  pthread_mutex_unlock(&cleave_engine_lock);
  device->kind->go_on(device, moment);
  pthread_mutex_lock(&cleave_engine_lock);
}

void cleave_copies_forget(struct cleave_engine_device *device, struct cleave_moment *moment) {
  if (moment && cleave_engine_is_on())
    device->kind->forget(device, moment);
}

/* The region's thread goes on behind the moment when the first END bytes of OBJECT had arrived. */
static void go_on_behind(struct cleave_engine_object *object, size_t end) {
  while (object->awaited < end && object->first_mark) {
    struct cleave_engine_mark *mark = object->first_mark;
    object->first_mark = mark->next;
    if (!mark->next)
      object->last_mark = &object->first_mark;
    object->awaited = mark->arrived;
    if (object->awaited >= end)
      go_on(object->region->device, mark->moment);
    else
      cleave_copies_forget(object->region->device, mark->moment);
    free(mark);
  }
}

void cleave_copies_await(struct cleave_engine_object *object, size_t end) {
  struct cleave_trace_event *wait = NULL;
  while (object->managed && object->to && object->arrived < end)
    if (!cleave_queue_repair(object))
      cleave_queue_wait(object, &wait);
  cleave_trace_end(wait);
  go_on_behind(object, end);
}

void cleave_engine_finish(struct cleave_engine_piece *piece) {
  const struct cleave_engine_object *object = piece->object;
  struct cleave_trace_event *wait = NULL;
  while (piece->state == CLEAVE_PIECE_QUEUED || piece->state == CLEAVE_PIECE_RUNNING)
    cleave_queue_wait(object, &wait);
  cleave_trace_end(wait);
  go_on(piece->device, piece->after); /* of one that was given up */
  go_on(piece->device, piece->done);
  piece->after = piece->done = NULL;
}

void cleave_copies_send_rest(struct cleave_engine_object *object) {
  if (!object->managed || !object->from || object->touched || cleave_queue_is_busy(object, CLEAVE_TO_DEVICE))
    return;
  size_t begin = object->bytes, end = 0; /* of what is under way, which is all in one part */
  for (const struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->direction == CLEAVE_FROM_DEVICE) {
      begin = piece->begin < begin ? piece->begin : begin;
      end = piece->end > end ? piece->end : end;
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
    while (cleave_queue_is_open(object))
      cleave_queue_wait(object, &wait);
    cleave_trace_end(wait);
    cleave_queue_repair_back(object);
    for (struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
      cleave_engine_finish(piece);
  }
}

void cleave_copies_release(struct cleave_region *region) {
  struct cleave_engine_device *device = region->device;
  if (!device->kind->release || !cleave_engine_is_on())
    return;
  pthread_mutex_unlock(&cleave_engine_lock);
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].pieces)
      device->kind->release(device, region->objects[i].host, region->objects[i].bytes);
  pthread_mutex_lock(&cleave_engine_lock);
}

bool cleave_copies_are_back(const struct cleave_engine_object *object) {
  return object->managed && object->from && !object->touched && object->back_begin == 0 &&
         object->back_end == object->bytes;
}
