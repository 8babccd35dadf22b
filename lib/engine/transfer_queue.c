/* FILE: lib/engine/transfer_queue.c
 * WHAT: see transfer_queue.h.
 *
 * A thread is created when the first chunk is queued for it, and lives as long as the process. It waits only for chunks, so a
 * thread that waits for a chunk waits for copies alone. It is never joined: when the process ends, cleave_engine_stop gives
 * up its copy before the devices go.
 */
#include "engine/transfer_queue.h"

#include <stdlib.h>

#include "engine/transfer_chunks.h"
#include "interposer/interposer_loader.h"
#include "process/omptarget.h"
#include "process/threads.h"
#include "trace/trace_construct.h"

enum { DIRECTIONS = 2 };

struct queue {
  pthread_cond_t filled;
  bool has_thread;
  enum cleave_direction direction;
  struct cleave_transfer_chunk *first, **last;
  struct cleave_transfer_chunk *running;
};

static struct queue queues[CLEAVE_MOST_DEVICE_NUMBERS][DIRECTIONS];

/* ---- the thread of a queue ------------------------------------------------------------------------- */

static void arrived(void *context, size_t done) {
  struct cleave_transfer_chunk *chunk = context;
  struct cleave_engine_object *object = chunk->object;
  struct cleave_engine_device *device = object->region->device;
  struct cleave_arrival *arrival = device->kind->record_event ? malloc(sizeof *arrival) : NULL;
  if (arrival)
    *arrival =
        (struct cleave_arrival){.arrived = chunk->begin + done, .event = device->kind->record_event(device)};
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_chunks_note_arrived(object, chunk->begin, chunk->begin + done);
  if (arrival) {
    *object->last_arrival = arrival;
    object->last_arrival = &arrival->next;
  }
  pthread_cond_broadcast(&cleave_engine_changed);
  pthread_mutex_unlock(&cleave_engine_lock);
}

static void no_news(void *context, size_t done) { (void)context, (void)done; }

static bool copy(struct cleave_transfer_chunk *chunk) {
  struct cleave_engine_device *device = chunk->device;
  const struct cleave_engine_object *object = chunk->object;
  const struct cleave_copy what = {
      .direction = chunk->direction,
      .host = object->host + chunk->begin,
      .device = chunk->there,
      .bytes = chunk->end - chunk->begin,
      .arrived = chunk->direction == CLEAVE_TO_DEVICE && !chunk->is_apart ? arrived : no_news,
      .context = chunk,
      .object = object->host,
      .object_bytes = object->bytes,
      .no_page_locks = object->region->no_page_locks,
      .after = chunk->after};
  chunk->after = NULL;
  if (cleave_trace_is_observed())
    cleave_operation_begin_as(&(struct cleave_trace_event){
        .kind = chunk->direction == CLEAVE_TO_DEVICE ? CLEAVE_TRACE_TO_DEVICE : CLEAVE_TRACE_FROM_DEVICE,
        .name = object->name,
        .file = object->file,
        .line = object->line,
        .device = (int32_t)device->number,
        .stream = device->kind->has_streams ? 0 : (uint32_t)chunk->direction + 1,
        .bytes = what.bytes,
        .address = (uint64_t)(uintptr_t)what.host,
    });
  const bool done = device->kind->copy(device, &what);
  if (cleave_trace_is_observed())
    cleave_operation_end(0);
  if (done && (chunk->direction == CLEAVE_FROM_DEVICE || chunk->is_apart) && device->kind->record_event)
    chunk->done = device->kind->record_event(device);
  return done;
}

static void *serve(void *argument) {
  struct queue *queue = argument;
  cleave_waits_set_independent();
  pthread_mutex_lock(&cleave_engine_lock);
  for (;;) {
    while (!queue->first)
      pthread_cond_wait(&queue->filled, &cleave_engine_lock);
    struct cleave_transfer_chunk *chunk = queue->first;
    queue->first = chunk->next_in_queue;
    if (!queue->first)
      queue->last = &queue->first;
    bool done = false;
    if (!cleave_engine_is_stopping() && (queue->direction == CLEAVE_TO_DEVICE || !chunk->object->touched)) {
      chunk->state = CLEAVE_CHUNK_RUNNING;
      chunk->begun = true;
      queue->running = chunk;
      pthread_mutex_unlock(&cleave_engine_lock);
      done = copy(chunk);
      pthread_mutex_lock(&cleave_engine_lock);
      queue->running = NULL;
    }
    chunk->state = done ? CLEAVE_CHUNK_DONE : CLEAVE_CHUNK_FAILED;
    if (done && !chunk->is_apart)
      cleave_chunks_note_done(chunk);
    pthread_cond_broadcast(&cleave_engine_changed);
  }
  return NULL;
}

static bool start(struct queue *queue, enum cleave_direction direction) {
  pthread_cond_init(&queue->filled, NULL);
  queue->direction = direction;
  queue->last = &queue->first;
  queue->has_thread = cleave_thread_start(serve, queue);
  return queue->has_thread;
}

/* ---- chunks ------------------------------------------------------------------------------------------ */

static struct cleave_transfer_chunk *add(const struct cleave_transfer_chunk *what) {
  struct cleave_engine_device *device = what->device;
  const enum cleave_direction direction = what->direction;
  struct queue *queue = &queues[device->number][direction];
  struct cleave_transfer_chunk *chunk = malloc(sizeof *chunk);
  if (!chunk)
    return NULL;
  *chunk = *what;
  chunk->state = CLEAVE_CHUNK_FAILED;
  chunk->next = chunk->object->chunks;
  chunk->object->chunks = chunk;
  if (device->kind->record_event && cleave_engine_is_on()) {
    pthread_mutex_unlock(&cleave_engine_lock);
    chunk->after = device->kind->record_event(device);
    if (!chunk->after)
      cleave_waits_synchronize();
    pthread_mutex_lock(&cleave_engine_lock);
  }
  if (cleave_engine_is_stopping() || !cleave_engine_is_on() ||
      (!queue->has_thread && !start(queue, direction)))
    return chunk;
  chunk->state = CLEAVE_CHUNK_QUEUED;
  *queue->last = chunk;
  queue->last = &chunk->next_in_queue;
  pthread_cond_signal(&queue->filled);
  return chunk;
}

struct cleave_transfer_chunk *cleave_queue_add(struct cleave_engine_object *object,
                                               enum cleave_direction direction, size_t begin, size_t end) {
  return add(&(struct cleave_transfer_chunk){.object = object,
                                             .device = object->region->device,
                                             .there = object->device + begin,
                                             .direction = direction,
                                             .begin = begin,
                                             .end = end});
}

struct cleave_transfer_chunk *cleave_queue_add_apart(struct cleave_engine_object *object,
                                                     struct cleave_engine_device *device, char *buffer,
                                                     enum cleave_direction direction, size_t begin,
                                                     size_t end) {
  return add(&(struct cleave_transfer_chunk){.object = object,
                                             .device = device,
                                             .there = buffer,
                                             .is_apart = true,
                                             .direction = direction,
                                             .begin = begin,
                                             .end = end});
}

/* ---- the end of the process ------------------------------------------------------------------------ */

void cleave_queue_forked(void) {
  for (int i = 0; i < CLEAVE_MOST_DEVICE_NUMBERS; i++)
    for (int j = 0; j < DIRECTIONS; j++)
      queues[i][j] = (struct queue){.has_thread = false};
}

void cleave_queue_stop(void) {
  for (int i = 0; i < CLEAVE_MOST_DEVICE_NUMBERS; i++)
    for (int j = 0; j < DIRECTIONS; j++)
      while (queues[i][j].running)
        pthread_cond_wait(&cleave_engine_changed, &cleave_engine_lock);
}
