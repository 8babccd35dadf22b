/* FILE: lib/engine/regions.c
 * WHAT: the schedules of regions, one stack for each thread: the functions that compiled programs call.
 */
#include "engine/regions.h"

#include <stdarg.h>
#include <stdlib.h>

#include "abi/entry_points.h"
#include "engine/copies.h"
#include "engine/presence.h"
#include "engine/state.h"
#include "engine/streaming_buffer.h"
#include "engine/thread_records.h"
#include "interposer/interposer_loader.h"
#include "process/omptarget.h"
#include "process/settings.h"

static bool is_off(void) { return cleave_settings()->transfers == CLEAVE_TRANSFERS_OFF; }

/* The flags in the number of a stage; 0 if there are none. */
static int words_of(int word) {
  return word >= 0 && word & CLEAVE_IN_TILES ? word & (CLEAVE_IN_TILES | CLEAVE_ONLY_IN_TILES | CLEAVE_SPREAD)
                                             : 0;
}

void cleave_transfers_begin(int device, int flags_and_count, ...) {
  const int count = flags_and_count & ~CLEAVE_NO_PAGE_LOCKS;
  cleave_waits_begin();
  if (is_off())
    return;
  struct cleave_engine_thread *thread = cleave_engine_this_thread();
  struct cleave_region *region = thread && !thread->missing
                                     ? calloc(1, sizeof *region + (size_t)count * sizeof region->objects[0])
                                     : NULL;
  if (!region) {
    if (thread)
      thread->missing++;
    return;
  }
  region->outer = thread->innermost;
  region->thread = thread;
  region->no_page_locks = flags_and_count & CLEAVE_NO_PAGE_LOCKS;
  if (cleave_engine_is_on()) {
    struct cleave_engine_call call;
    cleave_engine_begin_call(&call);
    region->number = cleave_device_number(device);
    region->device = cleave_engine_device(region->number);
    cleave_engine_end_call(&call);
  }
  region->object_count = region->device ? count : 0;
  va_list arguments;
  va_start(arguments, flags_and_count);
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    object->region = region;
    object->host = (char *)(uintptr_t)va_arg(arguments, const volatile void *);
    const int first_use = va_arg(arguments, int), last_write = va_arg(arguments, int);
    object->first_use = first_use & ~words_of(first_use);
    object->arrives_in_tiles = words_of(first_use) & CLEAVE_IN_TILES;
    object->only_in_tiles = words_of(first_use) & CLEAVE_ONLY_IN_TILES;
    object->is_partitioned = object->only_in_tiles && words_of(first_use) & CLEAVE_SPREAD;
    object->last_write = last_write & ~words_of(last_write);
    object->leaves_in_tiles = words_of(last_write) & CLEAVE_IN_TILES;
    object->entry = -1;
    object->last_arrival = &object->first_arrival;
  }
  va_end(arguments);
  thread->innermost = region;
}

/* The region that this thread executes, if it manages objects; or NULL. */
struct cleave_region *cleave_region_current(void) {
  struct cleave_engine_thread *thread = is_off() ? NULL : cleave_engine_this_thread();
  struct cleave_region *region = thread && !thread->missing ? thread->innermost : NULL;
  return region && region->listed ? region : NULL;
}

int cleave_transfers_idle(void) {
  const struct cleave_region *region = cleave_region_current();
  for (int i = 0; region && i < region->object_count; i++)
    if (region->objects[i].managed)
      return 0;
  return 1;
}

static bool is_among(const struct cleave_engine_object *object,
                     const struct cleave_engine_object *const *objects, int count) {
  for (int i = 0; i < count; i++)
    if (objects[i] == object)
      return true;
  return false;
}

void cleave_engine_stage(int stage, const struct cleave_engine_object *const *later, int count) {
  struct cleave_region *region = cleave_region_current();
  if (!region)
    return;
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].first_use <= stage && cleave_streaming_is_due(&region->objects[i]))
      cleave_streaming_map(&region->objects[i]);
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_copies_send_finished(region, stage);
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    if (object->managed && object->first_use <= stage && !is_among(object, later, count))
      cleave_copies_await(object, object->bytes);
  }
  /* Objects of skipped stages can be sent only after their arrival. */
  cleave_copies_send_finished(region, stage);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_transfers_stage(int stage) { cleave_engine_stage(stage, NULL, 0); }

static void free_object(const struct cleave_region *region, struct cleave_engine_object *object) {
  struct cleave_transfer_chunk *chunk;
  struct cleave_arrival *arrival;
  while ((chunk = object->chunks)) {
    object->chunks = chunk->next;
    cleave_copies_free_event(chunk->device, chunk->after);
    cleave_copies_free_event(chunk->device, chunk->done);
    free(chunk);
  }
  while ((arrival = object->first_arrival)) {
    object->first_arrival = arrival->next;
    cleave_copies_free_event(region->device, arrival->event);
    free(arrival);
  }
  free(object->name);
  free(object->file);
}

static void free_region(struct cleave_region *region) {
  cleave_streaming_free(region);
  for (int i = 0; i < region->object_count; i++)
    free_object(region, &region->objects[i]);
  free(region->pointers);
  free(region->types);
  free(region);
}

static void end_region(void) {
  struct cleave_engine_thread *thread = is_off() ? NULL : cleave_engine_this_thread();
  if (!thread)
    return;
  if (thread->missing) {
    thread->missing--;
    return;
  }
  struct cleave_region *region = thread->innermost;
  if (!region)
    return;
  thread->innermost = region->outer;
  if (region->listed) { /* its data environment has not ended: libomptarget handles the rest */
    pthread_mutex_lock(&cleave_engine_lock);
    for (int i = 0; i < region->object_count; i++)
      region->objects[i].touched = true;
    cleave_copies_await_all(region);
    cleave_copies_release(region);
    cleave_presence_unlist(region);
    pthread_mutex_unlock(&cleave_engine_lock);
  }
  free_region(region);
}

void cleave_transfers_end(void) {
  end_region();
  cleave_waits_end();
}
