/* FILE: lib/engine/data_environments.c
 * WHAT: begin and end of data environments, and the other constructs that map: the entry points of libcleave
 *       call this before and after libomptarget.
 */
#include <stdlib.h>
#include <string.h>

#include "abi/offload.h"
#include "engine/absence.h"
#include "engine/copies.h"
#include "engine/map_items.h"
#include "engine/presence.h"
#include "engine/published_calls.h"
#include "engine/streaming_buffer.h"
#include "engine/streaming_choice.h"
#include "engine/thread_records.h"
#include "engine/transfer_queue.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "trace/trace_construct.h"

/* ---- a data environment begins -------------------------------------------------------------------- */

/* Whether item I only copies bytes and stores the address in a pointer: libomptarget does the latter at once,
 * so that the bytes are an object like any other. */
static bool is_plain(const struct cleave_engine_arguments *items, int32_t i) {
  const int64_t copies = CLEAVE_ARGUMENT_IS_TO | CLEAVE_ARGUMENT_IS_FROM,
                type = items->types[i] & ~(int64_t)CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT;
  return type & copies && !(type & ~copies) && items->sizes[i] > 0 && !(items->mappers && items->mappers[i]);
}

/* The item of ITEMS that maps OBJECT, if no other item concerns its bytes; else -1. */
static int32_t find_item(const struct cleave_engine_arguments *items, struct cleave_engine_object *object) {
  int32_t found = -1;
  for (int32_t i = 0; i < items->count && found < 0; i++)
    if (items->pointers[i] == object->host && is_plain(items, i))
      found = i;
  if (found < 0)
    return -1;
  object->base = items->types[found] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT
                     ? *(char **)items->base_pointers[found]
                     : items->base_pointers[found];
  object->bytes = (size_t)items->sizes[found];
  for (int32_t i = 0; i < items->count; i++)
    if (i != found && cleave_items_name(items, i, object))
      return -1;
  return found;
}

/* Sets the directions in which the engine copies OBJECT. The stages of the region are known up to LAST. */
static void take(struct cleave_region *region, struct cleave_engine_object *object, int64_t type, int last) {
  struct cleave_engine_device *device = region->device;
  const bool always = cleave_settings()->transfers == CLEAVE_TRANSFERS_ALWAYS;
  object->to = type & CLEAVE_ARGUMENT_IS_TO &&
               (always || device->kind->takes(device, CLEAVE_TO_DEVICE, object->host, object->bytes,
                                              object->first_use <= 0 && !object->arrives_in_tiles,
                                              region->no_page_locks));
  /* An object that no stage writes need not be copied back, although the program requests it. */
  object->from = type & CLEAVE_ARGUMENT_IS_FROM && object->last_write >= 0 &&
                 (always || device->kind->takes(device, CLEAVE_FROM_DEVICE, object->host, object->bytes,
                                                object->last_write >= last && !object->leaves_in_tiles,
                                                region->no_page_locks));
  object->managed = object->to || object->from;
}

/* Decides which objects the engine copies; the others are no longer managed. */
static bool choose(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  int last = 0;
  bool any = false;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    last = object->first_use > last ? object->first_use : last;
    last = object->last_write > last ? object->last_write : last;
  }
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    object->entry = find_item(items, object);
    for (int j = 0; j < i; j++)
      if (region->objects[j].entry == object->entry)
        object->entry = -1;
    if (object->entry >= 0)
      take(region, object, items->types[object->entry], last);
    any |= object->managed;
  }
  return cleave_streaming_choose(region, items) || any;
}

static bool keep_items(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  const size_t count = (size_t)items->count;
  region->location = items->location;
  region->count = items->count;
  region->pointers = malloc(count * sizeof *region->pointers);
  region->types = malloc(count * sizeof *region->types);
  if (!region->pointers || !region->types)
    return false;
  memcpy(region->pointers, items->pointers, count * sizeof *region->pointers);
  memcpy(region->types, items->types, count * sizeof *region->types);
  return true;
}

static void enter_begin(struct cleave_region *region, struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  region->begun = true;
  if (region->device)
    cleave_engine_load_variables(items->location, region->number);
  if (!region->device || !choose(region, items) || !keep_items(region, items)) {
    pthread_mutex_lock(&cleave_engine_lock);
    cleave_presence_touch(region->thread, call, region->number, NULL);
    pthread_mutex_unlock(&cleave_engine_lock);
    return;
  }
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_presence_touch(region->thread, call, region->number, NULL);
  region->changing = true;
  cleave_presence_list(region, call);
  pthread_mutex_unlock(&cleave_engine_lock);
  /* From here on, other threads cannot map them. */
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    const bool stays = object->managed && cleave_engine_is_absent(object);
    if (stays && object->to)
      region->types[object->entry] &= ~(int64_t)CLEAVE_ARGUMENT_IS_TO;
    if (stays && object->streaming)
      region->types[object->entry] = CLEAVE_ARGUMENT_IS_LITERAL; /* libomptarget ignores such an item */
    else if (object->streaming)
      cleave_streaming_drop(object);
    if (stays && cleave_trace_is_observed())
      cleave_construct_item(object->host, &object->name, &object->file, &object->line);
    pthread_mutex_lock(&cleave_engine_lock);
    object->managed = stays;
    pthread_mutex_unlock(&cleave_engine_lock);
  }
  call->types = region->types;
  call->region = region;
}

enum {
  PAGE = 4096, /* parts begin on page boundaries of an object, if they are that large */
  LEAST_PART =
      16 << 20, /* each part fills the ring anew: smaller parts are copied in less time than that takes */
  MOST_PARTS = 16
};

/* Whether a copy of OBJECT to the device must begin. */
static bool is_sent(const struct cleave_engine_object *object) { return object->managed && object->to; }

/* The number of parts for the objects of the group: a tile is not smaller than a part. */
static size_t parts_of(size_t bytes) {
  const uint64_t wanted = cleave_settings()->tiles;
  const size_t by_size = bytes / LEAST_PART;
  return wanted                 ? (wanted < bytes ? (size_t)wanted : bytes)
         : by_size < 1          ? 1
         : by_size < MOST_PARTS ? by_size
                                : MOST_PARTS;
}

/* Sends the object FIRST of REGION, together with the next objects that the same stage may use tile by tile:
 * a part of each in turn, since a tile needs a part of each. Returns the number of the next object. */
static int send_group(struct cleave_region *region, int first) {
  struct cleave_engine_object *objects = region->objects;
  int end = first + 1, count = is_sent(&objects[first]);
  size_t most = objects[first].bytes;
  for (; objects[first].arrives_in_tiles && end < region->object_count && objects[end].arrives_in_tiles &&
         objects[end].first_use == objects[first].first_use;
       end++) {
    count += is_sent(&objects[end]);
    most = is_sent(&objects[end]) && objects[end].bytes > most ? objects[end].bytes : most;
  }
  const size_t parts = count > 1 ? parts_of(most) : 1;
  for (size_t part = 0; part < parts; part++)
    for (int i = first; i < end; i++) {
      const size_t even = objects[i].bytes / parts, share = even < PAGE ? even : even / PAGE * PAGE;
      const size_t begin = part * share;
      const size_t stop = part + 1 < parts ? begin + share : objects[i].bytes;
      if (is_sent(&objects[i]) && begin < stop)
        cleave_queue_add(&objects[i], CLEAVE_TO_DEVICE, begin, stop);
    }
  return end;
}

static void leave_begin(struct cleave_region *region) {
  void *(*mapped)(const void *, int) = cleave_omptarget()->mapped;
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].managed)
      region->objects[i].device = mapped(region->objects[i].host, (int)region->number);
  pthread_mutex_lock(&cleave_engine_lock);
  bool any = false;
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    /* Not mapped: memory is shared, or libomptarget has failed and printed an error. */
    object->managed &= object->device || object->streaming;
    any |= object->managed;
  }
  for (int i = 0; i < region->object_count;)
    i = send_group(region, i);
  region->changing = false;
  if (!any)
    cleave_presence_unlist(region);
  pthread_cond_broadcast(&cleave_engine_changed);
  pthread_mutex_unlock(&cleave_engine_lock);
}

/* ---- a data environment ends ---------------------------------------------------------------------- */

static bool has_list_of(const struct cleave_region *region, const struct cleave_engine_arguments *items) {
  return items->count == region->count &&
         !memcmp(items->pointers, region->pointers, (size_t)items->count * sizeof *items->pointers);
}

static void enter_end(struct cleave_region *region, struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_presence_touch(region->thread, call, region->number, region);
  for (int i = 0; i < region->object_count; i++)
    cleave_copies_await(&region->objects[i], region->objects[i].bytes);
  for (int i = 0; i < region->object_count; i++)
    cleave_copies_send_rest(&region->objects[i]);
  cleave_copies_await_all(region);
  cleave_copies_release(region);
  region->changing = true;
  memcpy(region->types, items->types, (size_t)items->count * sizeof *items->types);
  for (int i = 0; i < region->object_count; i++)
    if (cleave_streaming_hides(&region->objects[i]))
      region->types[region->objects[i].entry] = CLEAVE_ARGUMENT_IS_LITERAL;
    else if (cleave_copies_are_back(&region->objects[i]))
      region->types[region->objects[i].entry] &= ~(int64_t)CLEAVE_ARGUMENT_IS_FROM;
  pthread_mutex_unlock(&cleave_engine_lock);
  call->types = region->types;
  call->region = region;
}

static void leave_end(struct cleave_region *region) {
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_presence_unlist(region);
  pthread_mutex_unlock(&cleave_engine_lock);
}

/* ---- constructs -------------------------------------------------------------------------------------- */

bool cleave_engine_enter(struct cleave_engine_call *call, enum cleave_engine_construct construct, bool waits,
                         const struct cleave_engine_arguments *arguments) {
  struct cleave_engine_thread *thread = cleave_engine_this_thread();
  *call = (struct cleave_engine_call){.construct = construct, .waits = waits, .arguments = arguments};
  const bool others = cleave_calls_publish(thread, call);
  struct cleave_region *region = thread && !thread->missing ? thread->innermost : NULL;
  const bool is_new = region && !region->begun && construct == CLEAVE_ENGINE_DATA_BEGIN;
  if (call->dropped)
    return false;
  if (!others && !is_new)
    return true;
  const int64_t number = cleave_device_number(arguments->device);
  if (is_new && region->number == number) {
    enter_begin(region, call);
    return true;
  }
  if (region && region->listed && region->number == number && has_list_of(region, arguments)) {
    if (construct == CLEAVE_ENGINE_DATA_END && !region->nested) {
      enter_end(region, call);
      return true;
    }
    if (construct == CLEAVE_ENGINE_DATA_BEGIN)
      region->nested++;
    else if (construct == CLEAVE_ENGINE_DATA_END)
      region->nested--;
  }
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_presence_touch(thread, call, number, NULL);
  pthread_mutex_unlock(&cleave_engine_lock);
  if (construct == CLEAVE_ENGINE_KERNEL && region && region->listed && region->number == number)
    cleave_streaming_launch(region, call);
  return true;
}

void cleave_engine_leave(struct cleave_engine_call *call) {
  if (call->region && call->construct == CLEAVE_ENGINE_DATA_BEGIN)
    leave_begin(call->region);
  else if (call->region)
    leave_end(call->region);
  else if (call->construct == CLEAVE_ENGINE_KERNEL) {
    free(call->types);
    free(call->base_pointers);
  }
  cleave_calls_withdraw(cleave_engine_this_thread(), call);
}
