/* FILE: lib/engine/window.c
 * WHAT: objects of which a device sees a few tiles at a time; see window.h and docs/design/tiles.md.
 *
 * A window has so many buffers that while a tile runs, the next one's bytes arrive, and those of the one before
 * leave. A buffer is used again when the copy out of it has ended; that wait is that of the thread which launches
 * the kernels, so that the threads that copy wait for nothing.
 *
 * With several devices, each has buffers of its own, a view, and one thread alone looks at a view while tiles run.
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
  struct cleave_engine_device *device;
  size_t begin, end;                 /* of the object */
  struct cleave_engine_piece *piece; /* on its way, or NULL */
  bool is_failed;                    /* which could not even be queued */
  enum cleave_direction direction;   /* of it */
};

/* What one device has of the object. */
struct view {
  struct cleave_engine_device *device;
  struct part parts[MOST_PARTS];
  uint64_t fetched;   /* tiles */
  uintptr_t distance; /* from the object on the host to where kernels find it */
};

struct cleave_window {
  bool to, from;
  int64_t type;   /* the data environment's item */
  bool is_mapped; /* there is no window after all: libomptarget has the object */
  bool is_open, was_open;
  unsigned count; /* of parts */
  unsigned view_count;
  struct view views[CLEAVE_MOST_DEVICES]; /* the first one is the region's device */
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
                      size_t windowed) {
  const size_t bytes = bytes_of(region, items);
  if (!windowed || (bytes < worth_a_question && !cleave_settings()->device_memory))
    return false;
  const size_t free = free_memory(region->device);
  return bytes > free && bytes >= windowed && bytes - windowed < free;
}

/* Bytes of each device's memory that ITEMS leave for windows, but for WINDOWED bytes that are in windows. */
static size_t memory_left(const struct cleave_region *region, const struct cleave_engine_arguments *items,
                          size_t windowed) {
  const size_t bytes = bytes_of(region, items), others = bytes > windowed ? bytes - windowed : 0;
  size_t free = free_memory(region->device);
  for (unsigned i = 0; i < region->device_count; i++) {
    const size_t own = free_memory(region->devices[i]);
    free = own < free ? own : free;
  }
  const size_t left = free > others ? free - others : 0;
  return left - left / 8; /* an allocator rounds up, and needs some for itself */
}

static bool is_possible(const struct cleave_region *region) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  /* Whoever waits for this region's end must not be somebody for whom this thread waits: it holds nothing. */
  if (region->outer || !openmp->allocate || !openmp->release || !openmp->copy)
    return false;
  /* Without offload, kernels run on the host, and see the objects themselves. */
  return openmp->target_offload && openmp->target_offload();
}

static bool claim(struct cleave_region *region) {
  pthread_mutex_lock(&cleave_engine_lock);
  const bool free = !owner;
  if (free)
    owner = region;
  pthread_mutex_unlock(&cleave_engine_lock);
  return free;
}

/* Bytes of the objects that can have a window, or of those whose loop may be spread. */
static size_t bytes_in_windows(const struct cleave_region *region,
                               const struct cleave_engine_arguments *items, bool all) {
  size_t bytes = 0;
  for (int i = 0; i < region->object_count; i++)
    if (can_have_window(&region->objects[i], items) && (all || region->objects[i].spreads))
      bytes += region->objects[i].bytes;
  return bytes;
}

bool cleave_windows_choose(struct cleave_region *region, const struct cleave_engine_arguments *items) {
  bool any = false;
  for (int i = 0; i < region->object_count; i++)
    any |= can_have_window(&region->objects[i], items);
  if (!any || !is_possible(region))
    return false;
  const bool needed = is_needed(region, items, bytes_in_windows(region, items, true));
  if ((!cleave_spread_choose(region, items) && !needed) || !claim(region))
    return false;
  region->window_memory = memory_left(region, items, bytes_in_windows(region, items, needed));
  any = false;
  for (int i = 0; i < region->object_count; i++) {
    struct cleave_engine_object *object = &region->objects[i];
    struct cleave_window *window =
        can_have_window(object, items) && (needed || object->spreads) ? calloc(1, sizeof *window) : NULL;
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
  struct cleave_engine_call call;
  window->is_mapped = true;
  cleave_engine_begin_call(&call);
  cleave_omptarget()->data_begin(region->location, region->number, 1, &base, &host, &size, &type, NULL, NULL);
  cleave_engine_end_call(&call);
}

/* ---- kernels --------------------------------------------------------------------------------------- */

bool cleave_window_is_item(const struct cleave_engine_object *object,
                           const struct cleave_engine_arguments *items, int32_t i) {
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

/* Item I is passed on as a number, which libomptarget does not look up: its base pointer, moved by DISTANCE. */
static void set_literal(const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance,
                        void **base_pointers, int64_t *types) {
  base_pointers[i] = (void *)((uintptr_t)items->base_pointers[i] + distance);
  types[i] = (items->types[i] & CLEAVE_ARGUMENT_IS_PARAMETER) | CLEAVE_ARGUMENT_IS_LITERAL;
}

void cleave_windows_launch(const struct cleave_region *region, struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    for (int32_t j = 0; cleave_window_hides(object) && j < items->count; j++)
      if (cleave_window_is_item(object, items, j)) {
        if (!call->types)
          copy_lists(call);
        set_literal(items, j, object->window->views[0].distance, call->base_pointers, call->types);
      }
  }
}

void cleave_windows_move(const struct cleave_region *region, unsigned view,
                         const struct cleave_engine_arguments *items) {
  for (int i = 0; i < region->object_count; i++)
    for (int32_t j = 0; cleave_window_hides(&region->objects[i]) && j < items->count; j++)
      cleave_window_replace(&region->objects[i], items, j, region->objects[i].window->views[view].distance);
}

void cleave_window_replace(const struct cleave_engine_object *object,
                           const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance) {
  if (cleave_window_is_item(object, items, i))
    set_literal(items, i, distance, items->base_pointers, items->types);
}

/* ---- tiles --------------------------------------------------------------------------------------------- */

bool cleave_window_is_closed(const struct cleave_engine_object *object) {
  return cleave_window_hides(object) && !object->window->is_open;
}

bool cleave_window_is_due(const struct cleave_engine_object *object) {
  return cleave_window_is_closed(object) && !object->window->was_open;
}

bool cleave_window_comes(const struct cleave_engine_object *object) { return object->window->to; }

bool cleave_window_returns(const struct cleave_engine_object *object) { return object->window->from; }

unsigned cleave_window_parts(const struct cleave_engine_object *object) { return object->window->count; }

size_t cleave_window_memory(const struct cleave_engine_object *object) {
  return object->region->window_memory;
}

static void free_buffers(const struct cleave_window *window, struct view *view) {
  for (unsigned i = 0; i < window->count; i++) {
    if (view->parts[i].buffer)
      cleave_omptarget()->release(view->parts[i].buffer, (int)view->device->number);
  }
  *view = (struct view){.device = NULL};
}

bool cleave_window_open(struct cleave_engine_object *object, struct cleave_engine_device *device,
                        size_t bytes) {
  struct cleave_window *window = object->window;
  struct view *view = &window->views[window->view_count];
  *view = (struct view){.device = device};
  for (unsigned i = 0; i < window->count; i++) {
    view->parts[i].device = device;
    view->parts[i].buffer = cleave_omptarget()->allocate(bytes, (int)device->number);
    if (!view->parts[i].buffer) {
      free_buffers(window, view);
      return false;
    }
  }
  window->view_count++;
  window->is_open = window->was_open = true;
  return true;
}

void cleave_window_open_no_more(struct cleave_engine_object *object) {
  struct cleave_window *window = object->window;
  free_buffers(window, &window->views[--window->view_count]);
}

/* Copies PART in this thread, since the engine could not. */
static void copy_now(struct cleave_engine_object *object, const struct part *part) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  const int device = (int)part->device->number, host = openmp->device_count();
  const bool to_device = part->direction == CLEAVE_TO_DEVICE;
  char *bytes = object->host + part->begin;
  cleave_waits_settle(); /* kernels that use the buffer */
  if (openmp->copy(to_device ? part->buffer : bytes, to_device ? bytes : part->buffer,
                   part->end - part->begin, 0, 0, to_device ? device : host, to_device ? host : device)) {
    cleave_say("error: %zu bytes of an array could not be copied %s device %d", part->end - part->begin,
               to_device ? "to" : "from", device);
    abort();
  }
}

/* The copy of PART begins. The lock is held. */
static void send(struct cleave_engine_object *object, struct part *part, enum cleave_direction direction) {
  part->direction = direction;
  part->piece = cleave_queue_add_apart(object, part->device, part->buffer, direction, part->begin, part->end);
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

static struct part *part_of(struct cleave_engine_object *object, unsigned view, uint64_t tile) {
  return &object->window->views[view].parts[tile % object->window->count];
}

void cleave_window_fetch(struct cleave_engine_object *object, unsigned view, uint64_t tile, size_t begin,
                         size_t end) {
  struct cleave_window *window = object->window;
  if (tile < window->views[view].fetched)
    return;
  window->views[view].fetched = tile + 1;
  pthread_mutex_lock(&cleave_engine_lock);
  struct part *part = part_of(object, view, tile);
  finish(object, part);
  part->begin = begin;
  part->end = end;
  if (window->to)
    send(object, part, CLEAVE_TO_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_window_enter(struct cleave_engine_object *object, unsigned view, uint64_t tile) {
  struct part *part = part_of(object, view, tile);
  pthread_mutex_lock(&cleave_engine_lock);
  finish(object, part);
  pthread_mutex_unlock(&cleave_engine_lock);
  object->window->views[view].distance = (uintptr_t)part->buffer - ((uintptr_t)object->host + part->begin);
}

void cleave_window_leave(struct cleave_engine_object *object, unsigned view, uint64_t tile) {
  pthread_mutex_lock(&cleave_engine_lock);
  if (object->window->from)
    send(object, part_of(object, view, tile), CLEAVE_FROM_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_window_close(struct cleave_engine_object *object) {
  struct cleave_window *window = object->window;
  if (!cleave_window_hides(object) || !window->is_open)
    return;
  pthread_mutex_lock(&cleave_engine_lock);
  for (unsigned view = 0; view < window->view_count; view++)
    for (unsigned i = 0; i < window->count; i++)
      finish(object, &window->views[view].parts[i]);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_waits_settle(); /* kernels may still read what only they need */
  while (window->view_count)
    cleave_window_open_no_more(object);
  window->is_open = false;
}

void cleave_windows_free(struct cleave_region *region) {
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].window) {
      while (region->objects[i].window->view_count)
        cleave_window_open_no_more(&region->objects[i]);
      free(region->objects[i].window);
    }
  pthread_mutex_lock(&cleave_engine_lock);
  if (owner == region)
    owner = NULL;
  pthread_mutex_unlock(&cleave_engine_lock);
}
