/* FILE: lib/engine/streaming_buffer.c
 * WHAT: see streaming_buffer.h and docs/design/tiles.md.
 *
 * A slot has enough buffers that while a tile runs, the bytes of the next tile arrive and those of the previous one are copied
 * back. A buffer is reused when the copy from it has ended. The thread that launches the kernels waits for that, so the
 * threads that copy never wait. Only one thread uses a slot while tiles run.
 */
#include "engine/streaming_buffer.h"

#include <stdlib.h>

#include "abi/offload.h"
#include "engine/copies.h"
#include "engine/map_items.h"
#include "engine/state.h"
#include "engine/transfer_queue.h"
#include "interposer/interposer_loader.h"
#include "process/message.h"
#include "process/omptarget.h"

enum { MOST_CHUNKS = 3 };

struct chunk {
  char *buffer;
  struct cleave_engine_device *device;
  size_t begin, end;                      /* of the object */
  struct cleave_transfer_chunk *transfer; /* in progress, or NULL */
  bool is_failed;                         /* it could not be queued */
  enum cleave_direction direction;        /* of it */
};

/* The part of the object on one device. */
struct slot {
  struct cleave_engine_device *device;
  struct chunk chunks[MOST_CHUNKS];
  uint64_t fetched;   /* tiles */
  uintptr_t distance; /* from the object's host address to the address that kernels use */
};

struct cleave_streaming_buffer {
  bool to, from;
  int64_t type;   /* the data environment's item */
  bool is_mapped; /* it was never opened: libomptarget has mapped the object */
  bool is_open, was_open;
  unsigned count; /* of parts */
  unsigned slot_count;
  struct slot slots[CLEAVE_MOST_DEVICES]; /* the first one is the region's device */
};

/* The one region with streaming buffers. With several, each could wait for an object of another one. */
static struct cleave_region *owner;

bool cleave_streaming_claim(struct cleave_region *region) {
  pthread_mutex_lock(&cleave_engine_lock);
  const bool free = !owner;
  if (free)
    owner = region;
  pthread_mutex_unlock(&cleave_engine_lock);
  return free;
}

bool cleave_streaming_new(struct cleave_engine_object *object, int64_t type) {
  struct cleave_streaming_buffer *streaming = calloc(1, sizeof *streaming);
  if (!streaming)
    return false;
  streaming->type = type;
  streaming->to = type & CLEAVE_ARGUMENT_IS_TO;
  streaming->from = type & CLEAVE_ARGUMENT_IS_FROM;
  streaming->count = 1u + streaming->to + streaming->from;
  object->streaming = streaming;
  object->to = object->from = false; /* as a whole */
  object->managed = true;
  return true;
}

void cleave_streaming_drop(struct cleave_engine_object *object) {
  pthread_mutex_lock(&cleave_engine_lock);
  struct cleave_streaming_buffer *streaming = object->streaming;
  object->streaming = NULL;
  object->managed = false;
  pthread_mutex_unlock(&cleave_engine_lock);
  free(streaming);
}

bool cleave_streaming_hides(const struct cleave_engine_object *object) {
  return object->streaming && !object->streaming->is_mapped;
}

void cleave_streaming_map(struct cleave_engine_object *object) {
  struct cleave_streaming_buffer *streaming = object->streaming;
  const struct cleave_region *region = object->region;
  void *base = object->base, *host = object->host;
  int64_t size = (int64_t)object->bytes, type = streaming->type;
  struct cleave_engine_call call;
  streaming->is_mapped = true;
  cleave_engine_begin_call(&call);
  cleave_omptarget()->data_begin(region->location, region->number, 1, &base, &host, &size, &type, NULL, NULL);
  cleave_engine_end_call(&call);
}

/* ---- kernels --------------------------------------------------------------------------------------- */

bool cleave_streaming_is_item(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i) {
  return items->base_pointers[i] == object->base &&
         !(items->types[i] & (CLEAVE_ARGUMENT_IS_LITERAL | CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT)) &&
         cleave_items_name(items, i, object);
}

/* Copies of the lists that CALL passes instead of its own. */
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

/* Changes item I to a number, which libomptarget does not look up: its base pointer, moved by DISTANCE. */
static void set_literal(const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance,
                        void **base_pointers, int64_t *types) {
  base_pointers[i] = (void *)((uintptr_t)items->base_pointers[i] + distance);
  types[i] = (items->types[i] & CLEAVE_ARGUMENT_IS_PARAMETER) | CLEAVE_ARGUMENT_IS_LITERAL;
}

void cleave_streaming_launch(const struct cleave_region *region, struct cleave_engine_call *call) {
  const struct cleave_engine_arguments *items = call->arguments;
  for (int i = 0; i < region->object_count; i++) {
    const struct cleave_engine_object *object = &region->objects[i];
    for (int32_t j = 0; cleave_streaming_hides(object) && j < items->count; j++)
      if (cleave_streaming_is_item(object, items, j)) {
        if (!call->types)
          copy_lists(call);
        set_literal(items, j, object->streaming->slots[0].distance, call->base_pointers, call->types);
      }
  }
}

void cleave_streaming_move(const struct cleave_region *region, unsigned slot,
                           const struct cleave_engine_arguments *items) {
  for (int i = 0; i < region->object_count; i++)
    for (int32_t j = 0; cleave_streaming_hides(&region->objects[i]) && j < items->count; j++)
      cleave_streaming_replace(&region->objects[i], items, j,
                               region->objects[i].streaming->slots[slot].distance);
}

void cleave_streaming_replace(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance) {
  if (cleave_streaming_is_item(object, items, i))
    set_literal(items, i, distance, items->base_pointers, items->types);
}

/* ---- tiles --------------------------------------------------------------------------------------------- */

bool cleave_streaming_is_closed(const struct cleave_engine_object *object) {
  return cleave_streaming_hides(object) && !object->streaming->is_open;
}

bool cleave_streaming_is_due(const struct cleave_engine_object *object) {
  return cleave_streaming_is_closed(object) && !object->streaming->was_open;
}

bool cleave_streaming_comes(const struct cleave_engine_object *object) { return object->streaming->to; }

bool cleave_streaming_returns(const struct cleave_engine_object *object) { return object->streaming->from; }

unsigned cleave_streaming_chunks(const struct cleave_engine_object *object) {
  return object->streaming->count;
}

size_t cleave_streaming_memory(const struct cleave_engine_object *object) {
  return object->region->streaming_memory;
}

static void free_buffers(const struct cleave_streaming_buffer *streaming, struct slot *slot) {
  for (unsigned i = 0; i < streaming->count; i++) {
    if (slot->chunks[i].buffer)
      cleave_omptarget()->release(slot->chunks[i].buffer, (int)slot->device->number);
  }
  *slot = (struct slot){.device = NULL};
}

bool cleave_streaming_open(struct cleave_engine_object *object, struct cleave_engine_device *device,
                           size_t bytes) {
  struct cleave_streaming_buffer *streaming = object->streaming;
  struct slot *slot = &streaming->slots[streaming->slot_count];
  *slot = (struct slot){.device = device};
  for (unsigned i = 0; i < streaming->count; i++) {
    slot->chunks[i].device = device;
    slot->chunks[i].buffer = cleave_omptarget()->allocate(bytes, (int)device->number);
    if (!slot->chunks[i].buffer) {
      free_buffers(streaming, slot);
      return false;
    }
  }
  streaming->slot_count++;
  streaming->is_open = streaming->was_open = true;
  return true;
}

void cleave_streaming_open_no_more(struct cleave_engine_object *object) {
  struct cleave_streaming_buffer *streaming = object->streaming;
  free_buffers(streaming, &streaming->slots[--streaming->slot_count]);
}

/* Copies PART in this thread, because the engine could not. */
static void copy_now(struct cleave_engine_object *object, const struct chunk *chunk) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  const int device = (int)chunk->device->number, host = openmp->device_count();
  const bool to_device = chunk->direction == CLEAVE_TO_DEVICE;
  char *bytes = object->host + chunk->begin;
  cleave_waits_synchronize(); /* kernels that use the buffer */
  if (openmp->copy(to_device ? chunk->buffer : bytes, to_device ? bytes : chunk->buffer,
                   chunk->end - chunk->begin, 0, 0, to_device ? device : host, to_device ? host : device)) {
    cleave_say("error: %zu bytes of an array could not be copied %s device %d", chunk->end - chunk->begin,
               to_device ? "to" : "from", device);
    abort();
  }
}

/* Queues the copy of PART. The lock is held. */
static void send(struct cleave_engine_object *object, struct chunk *chunk, enum cleave_direction direction) {
  chunk->direction = direction;
  chunk->transfer =
      cleave_queue_add_apart(object, chunk->device, chunk->buffer, direction, chunk->begin, chunk->end);
  chunk->is_failed = !chunk->transfer;
}

/* Waits until the copy of PART has ended, if there is one. The lock is held. */
static void finish(struct cleave_engine_object *object, struct chunk *chunk) {
  struct cleave_transfer_chunk *transfer = chunk->transfer;
  bool failed = chunk->is_failed;
  if (transfer) {
    cleave_copies_finish(transfer);
    failed = transfer->state == CLEAVE_CHUNK_FAILED;
    transfer->state = CLEAVE_CHUNK_DONE;
  }
  chunk->transfer = NULL;
  chunk->is_failed = false;
  if (failed) {
    pthread_mutex_unlock(&cleave_engine_lock);
    copy_now(object, chunk);
    pthread_mutex_lock(&cleave_engine_lock);
  }
}

static struct chunk *chunk_of(struct cleave_engine_object *object, unsigned slot, uint64_t tile) {
  return &object->streaming->slots[slot].chunks[tile % object->streaming->count];
}

void cleave_streaming_fetch(struct cleave_engine_object *object, unsigned slot, uint64_t tile, size_t begin,
                            size_t end) {
  struct cleave_streaming_buffer *streaming = object->streaming;
  if (tile < streaming->slots[slot].fetched)
    return;
  streaming->slots[slot].fetched = tile + 1;
  pthread_mutex_lock(&cleave_engine_lock);
  struct chunk *chunk = chunk_of(object, slot, tile);
  finish(object, chunk);
  chunk->begin = begin;
  chunk->end = end;
  if (streaming->to)
    send(object, chunk, CLEAVE_TO_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_streaming_enter(struct cleave_engine_object *object, unsigned slot, uint64_t tile) {
  struct chunk *chunk = chunk_of(object, slot, tile);
  pthread_mutex_lock(&cleave_engine_lock);
  finish(object, chunk);
  pthread_mutex_unlock(&cleave_engine_lock);
  object->streaming->slots[slot].distance =
      (uintptr_t)chunk->buffer - ((uintptr_t)object->host + chunk->begin);
}

void cleave_streaming_leave(struct cleave_engine_object *object, unsigned slot, uint64_t tile) {
  pthread_mutex_lock(&cleave_engine_lock);
  if (object->streaming->from)
    send(object, chunk_of(object, slot, tile), CLEAVE_FROM_DEVICE);
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_streaming_close(struct cleave_engine_object *object) {
  struct cleave_streaming_buffer *streaming = object->streaming;
  if (!cleave_streaming_hides(object) || !streaming->is_open)
    return;
  pthread_mutex_lock(&cleave_engine_lock);
  for (unsigned slot = 0; slot < streaming->slot_count; slot++)
    for (unsigned i = 0; i < streaming->count; i++)
      finish(object, &streaming->slots[slot].chunks[i]);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_waits_synchronize(); /* kernels may still read buffers that are not copied back */
  while (streaming->slot_count)
    cleave_streaming_open_no_more(object);
  streaming->is_open = false;
}

void cleave_streaming_free(struct cleave_region *region) {
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].streaming) {
      while (region->objects[i].streaming->slot_count)
        cleave_streaming_open_no_more(&region->objects[i]);
      free(region->objects[i].streaming);
    }
  pthread_mutex_lock(&cleave_engine_lock);
  if (owner == region)
    owner = NULL;
  pthread_mutex_unlock(&cleave_engine_lock);
}
