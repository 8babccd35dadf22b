/* FILE: lib/engine/window.c
 * WHAT: objects that are larger than the device's memory; see window.h and docs/design/tiles.md.
 *
 * A window has so many buffers that while a tile runs, the next one's bytes arrive, and those of the one before
 * leave. A buffer is used again when the copy out of it has ended; that wait is the region's thread's, so
 * that the threads that copy wait for nothing.
 */
#include "engine/window.h"

#include <stdlib.h>

#include "engine/state.h"
#include "runtime/descriptor.h"
#include "runtime/driver_front.h"
#include "runtime/message.h"
#include "runtime/omptarget.h"
#include "runtime/settings.h"

enum { MOST_PARTS = 3 };

/* What is smaller fits as a rule, and to ask the driver takes longer than a small region. */
static const size_t worth_a_question = (size_t)64 << 20;

struct part {
  char *buffer;
  size_t begin, end; /* of the object */
  struct cleave_engine_piece *piece; /* on its way, or NULL */
  bool is_failed; /* which could not even be queued */
  enum cleave_direction direction; /* of it */
};

struct cleave_window {
  bool to, from;
  int64_t type; /* the data environment's item */
  bool is_mapped; /* there is no window after all: libomptarget has the object */
  bool is_open, was_open;
  unsigned count;
  struct part parts[MOST_PARTS];
  uint64_t fetched;   /* tiles */
  uintptr_t distance; /* from the object on the host to where kernels find it */
};

/* The one region that has windows. With several, each could wait for what another one hides. */
static struct cleave_region *owner;

/* ---- the decision ---------------------------------------------------------------------------------- */

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

static bool can_have_window(const struct cleave_engine_object *object,
                            const struct cleave_engine_arguments *items) {
  return object->only_in_tiles && object->entry >= 0 &&
         !(items->types[object->entry] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT);
}

/* Whether ITEMS fit into the device's memory once the objects with windows, of WINDOWED bytes, do not count. */
static bool is_needed(const struct cleave_region *region, const struct cleave_engine_arguments *items,
                      size_t windowed, size_t *memory) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  if (!windowed || !openmp->allocate || !openmp->release || !openmp->copy)
    return false;
  /* Without offload, kernels run on the host, and see the objects themselves. */
  if (!openmp->target_offload || !openmp->target_offload())
    return false;
  const size_t bytes = bytes_of(region, items);
  if (bytes < worth_a_question && !cleave_settings()->device_memory)
    return false;
  const size_t free = free_memory(region->device);
  if (bytes <= free || bytes < windowed || bytes - windowed >= free)
    return false;
  *memory = free - (bytes - windowed);
  *memory -= *memory / 8; /* an allocator rounds up, and needs some for itself */
  return true;
}

static bool claim(struct cleave_region *region) {
  pthread_mutex_lock(&cleave_engine_lock);
  const bool free = !owner;
  if (free)
    owner = region;
  pthread_mutex_unlock(&cleave_engine_lock);
  return free;
}

bool cleave_windows_choose(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  size_t windowed = 0;
  for (int i = 0; i < region->object_count; i++)
    if (can_have_window(&region->objects[i], items))
      windowed += region->objects[i].bytes;
  /* Whoever waits for this region's end must not be somebody for whom this thread waits: it holds nothing. */
  if (region->outer || !is_needed(region, items, windowed, &region->window_memory) || !claim(region))
    return false;
  bool any = false;
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    struct cleave_window *window =
        can_have_window(object, items) ? calloc(1, sizeof *window) : NULL;
    if (!window)
      continue;
    window->type = items->types[object->entry];
    window->to = window->type & CLEAVE_ARGUMENT_IS_TO;
    window->from = window->type & CLEAVE_ARGUMENT_IS_FROM;
    window->count = 1u + window->to + window->from;
    object->window = window;
    object->to = object->from = false; /* as a whole */
    object->managed = any = true;
  }
  return any;
}

void cleave_window_drop(struct cleave_engine_object *object) {
  pthread_mutex_lock(&cleave_engine_lock);
  struct cleave_window *window = object->window;
  object->window = NULL;
  object->managed = false;
  pthread_mutex_unlock(&cleave_engine_lock);
  free(window);
}

bool cleave_window_hides(const struct cleave_engine_object *object) {
  return object->window && !object->window->is_mapped;
}

void cleave_window_map(struct cleave_engine_object *object) {
  struct cleave_window *window = object->window;
  const struct cleave_region *region = object->region;
  void *base = object->base, *host = object->host;
  int64_t size = (int64_t)object->bytes, type = window->type;
  window->is_mapped = true;
  cleave_omptarget()->data_begin(region->location, region->number, 1, &base, &host, &size, &type, NULL,
                                 NULL);
}

/* ---- kernels --------------------------------------------------------------------------------------- */

/* Whether item I is OBJECT, under the name that the data environment has for it. */
static bool is_object(const struct cleave_engine_arguments *items, int32_t i,
                      const struct cleave_engine_object *object) {
  return items->base_pointers[i] == object->base &&
         !(items->types[i] & (CLEAVE_ARGUMENT_IS_LITERAL | CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT)) &&
         cleave_presence_names(items, i, object);
}

/* Copies of the lists that CALL is to pass in the place of its own. */
static void copy_lists(struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  const size_t count = (size_t)items->count;
  call->base_pointers = malloc(count * sizeof *call->base_pointers);
  call->types = malloc(count * sizeof *call->types);
  if (!call->base_pointers || !call->types) {
    cleave_say("error: no memory for the arguments of a kernel");
    abort();
  }
  for (size_t i = 0; i < count; i++) {
    call->base_pointers[i] = items->base_pointers[i];
    call->types[i] = items->types[i];
  }
}

void cleave_windows_launch(const struct cleave_region *region, struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    for (int32_t j = 0; cleave_window_hides(object) && j < items->count; j++)
      if (is_object(items, j, object)) {
        if (!call->types)
          copy_lists(call);
        /* Passed on as a number, which libomptarget does not look up. */
        call->base_pointers[j] =
            (void *)((uintptr_t)items->base_pointers[j] + object->window->distance);
        call->types[j] =
            (items->types[j] & CLEAVE_ARGUMENT_IS_PARAMETER) | CLEAVE_ARGUMENT_IS_LITERAL;
      }
  }
}

/* ---- tiles --------------------------------------------------------------------------------------------- */

bool cleave_window_is_closed(const struct cleave_engine_object *object) {
  return cleave_window_hides(object) && !object->window->is_open;
}

bool cleave_window_is_due(const struct cleave_engine_object *object) {
  return cleave_window_is_closed(object) && !object->window->was_open;
}

bool cleave_window_comes(const struct cleave_engine_object *object) {
  return object->window->to;
}

bool cleave_window_returns(const struct cleave_engine_object *object) {
  return object->window->from;
}

unsigned cleave_window_parts(const struct cleave_engine_object *object) {
  return object->window->count;
}

size_t cleave_window_memory(const struct cleave_engine_object *object) {
  return object->region->window_memory;
}

static void free_buffers(struct cleave_engine_object *object) {
  for (unsigned i = 0; i < object->window->count; i++) {
    if (object->window->parts[i].buffer)
      cleave_omptarget()->release(object->window->parts[i].buffer, (int)object->region->number);
    object->window->parts[i] = (struct part){.buffer = NULL};
  }
}

bool cleave_window_open(struct cleave_engine_object *object, size_t bytes) {
  struct cleave_window *window = object->window;
  for (unsigned i = 0; i < window->count; i++) {
    window->parts[i].buffer = cleave_omptarget()->allocate(bytes, (int)object->region->number);
    if (!window->parts[i].buffer) {
      free_buffers(object);
      return false;
    }
  }
  window->fetched = 0;
  window->is_open = window->was_open = true;
  return true;
}

/* Copies PART in this thread, since the engine could not. */
static void copy_now(struct cleave_engine_object *object, const struct part *part) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  const int device = (int)object->region->number, host = openmp->device_count();
  const bool to_device = part->direction == CLEAVE_TO_DEVICE;
  char *bytes = object->host + part->begin;
  cleave_waits_settle(); /* kernels that use the buffer */
  if (openmp->copy(to_device ? part->buffer : bytes, to_device ? bytes : part->buffer,
                   part->end - part->begin, 0, 0, to_device ? device : host,
                   to_device ? host : device)) {
    cleave_say("error: %zu bytes of an array could not be copied %s device %d",
               part->end - part->begin, to_device ? "to" : "from", device);
    abort();
  }
}

/* The copy of PART begins. The lock is held. */
static void send(struct cleave_engine_object *object, struct part *part,
                 enum cleave_direction direction) {
  /* Where the object would be if all of it were there. */
  object->device = (char *)((uintptr_t)part->buffer - part->begin);
  part->direction = direction;
  part->piece = cleave_queue_add(object, direction, part->begin, part->end);
  part->is_failed = !part->piece;
}

/* Waits until the copy of PART has ended, if there is one. The lock is held. */
static void finish(struct cleave_engine_object *object, struct part *part) {
  struct cleave_engine_piece *piece = part->piece;
  bool failed = part->is_failed;
  if (piece) {
    cleave_engine_finish(piece);
    failed = piece->state == CLEAVE_PIECE_FAILED;
    piece->state = CLEAVE_PIECE_DONE;
  }
  part->piece = NULL;
  part->is_failed = false;
  if (failed) {
    pthread_mutex_unlock(&cleave_engine_lock);
    copy_now(object, part);
    pthread_mutex_lock(&cleave_engine_lock);
  }
}

static struct part *part_of(struct cleave_engine_object *object, uint64_t tile) {
  return &object->window->parts[tile % object->window->count];
}

void cleave_window_fetch(struct cleave_engine_object *object, uint64_t tile, size_t begin, size_t end) {
  struct cleave_window *window = object->window;
  if (tile < window->fetched)
    return;
  window->fetched = tile + 1;
  pthread_mutex_lock(&cleave_engine_lock);
  struct part *part = part_of(object, tile);
  finish(object, part);
  part->begin = begin;
  part->end = end;
  if (window->to)
    send(object, part, CLEAVE_TO_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_window_enter(struct cleave_engine_object *object, uint64_t tile) {
  struct part *part = part_of(object, tile);
  pthread_mutex_lock(&cleave_engine_lock);
  finish(object, part);
  pthread_mutex_unlock(&cleave_engine_lock);
  object->window->distance =
      (uintptr_t)part->buffer - ((uintptr_t)object->host + part->begin);
}

void cleave_window_leave(struct cleave_engine_object *object, uint64_t tile) {
  pthread_mutex_lock(&cleave_engine_lock);
  if (object->window->from)
    send(object, part_of(object, tile), CLEAVE_FROM_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_window_close(struct cleave_engine_object *object) {
  if (!cleave_window_hides(object) || !object->window->is_open)
    return;
  pthread_mutex_lock(&cleave_engine_lock);
  for (unsigned i = 0; i < object->window->count; i++)
    finish(object, &object->window->parts[i]);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_waits_settle(); /* kernels may still read what only they need */
  free_buffers(object);
  object->window->is_open = false;
  object->window->distance = 0;
}

void cleave_windows_free(struct cleave_region *region) {
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].window) {
      if (region->objects[i].window->is_open)
        free_buffers(&region->objects[i]);
      free(region->objects[i].window);
    }
  pthread_mutex_lock(&cleave_engine_lock);
  if (owner == region)
    owner = NULL;
  pthread_mutex_unlock(&cleave_engine_lock);
}
