/* FILE: lib/engine/queue.c
 * WHAT: copies under way: for each device and direction one thread, which copies piece by piece in the
 *       order of the schedule.
 *
 * A thread is made when the first piece is queued for it, and lives as long as the process. It waits for
 * nothing but work, so whoever waits for a piece waits for copies alone. It is never joined: when the
 * process ends, cleave_engine_stop has its copy given up before the devices go.
 */
#include <stdlib.h>

#include "engine/state.h"
#include "engine/threads.h"
#include "runtime/driver_front.h"
#include "runtime/omptarget.h"
#include "runtime/settings.h"
#include "runtime/trace_construct.h"

enum { MOST_DEVICES = 64, DIRECTIONS = 2 };

struct queue {
  pthread_cond_t filled;
  bool has_thread;
  enum cleave_direction direction;
  struct cleave_engine_device *device;
  struct cleave_engine_piece *first, **last;
  struct cleave_engine_piece *running;
};

static struct queue queues[MOST_DEVICES][DIRECTIONS];
static atomic_bool stopping;

bool cleave_engine_is_stopping(void) { return atomic_load(&stopping); }

/* ---- the thread of a queue ------------------------------------------------------------------------- */

/* The bytes [BEGIN, END) are there; those behind a piece that has failed do not count. */
static void note_arrived(struct cleave_engine_object *object, size_t begin, size_t end) {
  if (begin <= object->arrived && object->arrived < end)
    object->arrived = end;
}

static void arrived(void *context, size_t done) {
  struct cleave_engine_piece *piece = context;
  struct cleave_engine_object *object = piece->object;
  struct cleave_engine_device *device = object->region->device;
  struct cleave_engine_mark *mark = device->kind->moment ? malloc(sizeof *mark) : NULL;
  if (mark)
    *mark =
        (struct cleave_engine_mark){.arrived = piece->begin + done, .moment = device->kind->moment(device)};
  pthread_mutex_lock(&cleave_engine_lock);
  note_arrived(object, piece->begin, piece->begin + done);
  if (mark) {
    *object->last_mark = mark;
    object->last_mark = &mark->next;
  }
  pthread_cond_broadcast(&cleave_engine_changed);
  pthread_mutex_unlock(&cleave_engine_lock);
}

static void no_news(void *context, size_t done) { (void)context, (void)done; }

static bool copy(struct queue *queue, struct cleave_engine_piece *piece) {
  const struct cleave_engine_object *object = piece->object;
  const struct cleave_copy what = {
      .direction = piece->direction,
      .host = object->host + piece->begin,
      .device = piece->there,
      .bytes = piece->end - piece->begin,
      .arrived = piece->direction == CLEAVE_TO_DEVICE && !piece->is_apart ? arrived : no_news,
      .context = piece,
      .object = object->host,
      .object_bytes = object->bytes,
      .no_page_locks = object->region->no_page_locks,
      .after = piece->after};
  piece->after = NULL;
  if (cleave_trace_is_on())
    cleave_operation_begin_as(&(struct cleave_trace_event){
        .kind = piece->direction == CLEAVE_TO_DEVICE ? CLEAVE_TRACE_TO_DEVICE : CLEAVE_TRACE_FROM_DEVICE,
        .name = object->name,
        .file = object->file,
        .line = object->line,
        .device = (int32_t)queue->device->number,
        .stream = queue->device->kind->has_streams ? 0 : (uint32_t)piece->direction + 1,
        .bytes = what.bytes,
        .address = (uint64_t)(uintptr_t)what.host,
    });
  const bool done = queue->device->kind->copy(queue->device, &what);
  if (cleave_trace_is_on())
    cleave_operation_end(0);
  if (done && (piece->direction == CLEAVE_FROM_DEVICE || piece->is_apart) && queue->device->kind->moment)
    piece->done = queue->device->kind->moment(queue->device);
  return done;
}

/* PIECE has come back. */
static void note_back(struct cleave_engine_object *object, const struct cleave_engine_piece *piece) {
  if (object->back_begin == object->back_end) {
    object->back_begin = piece->begin;
    object->back_end = piece->end;
  } else if (piece->begin == object->back_end) {
    object->back_end = piece->end;
  } else if (piece->end == object->back_begin) {
    object->back_begin = piece->begin;
  }
}

static void note_done(const struct cleave_engine_piece *piece) {
  if (piece->direction == CLEAVE_TO_DEVICE)
    note_arrived(piece->object, piece->begin, piece->end);
  else
    note_back(piece->object, piece);
}

static void *serve(void *argument) {
  struct queue *queue = argument;
  cleave_waits_set_independent();
  pthread_mutex_lock(&cleave_engine_lock);
  for (;;) {
    while (!queue->first)
      pthread_cond_wait(&queue->filled, &cleave_engine_lock);
    struct cleave_engine_piece *piece = queue->first;
    queue->first = piece->behind;
    if (!queue->first)
      queue->last = &queue->first;
    bool done = false;
    if (!cleave_engine_is_stopping() && (queue->direction == CLEAVE_TO_DEVICE || !piece->object->touched)) {
      piece->state = CLEAVE_PIECE_RUNNING;
      piece->begun = true;
      queue->running = piece;
      pthread_mutex_unlock(&cleave_engine_lock);
      done = copy(queue, piece);
      pthread_mutex_lock(&cleave_engine_lock);
      queue->running = NULL;
    }
    piece->state = done ? CLEAVE_PIECE_DONE : CLEAVE_PIECE_FAILED;
    if (done && !piece->is_apart)
      note_done(piece);
    pthread_cond_broadcast(&cleave_engine_changed);
  }
  return NULL;
}

static bool start(struct queue *queue, struct cleave_engine_device *device, enum cleave_direction direction) {
  pthread_cond_init(&queue->filled, NULL);
  queue->device = device;
  queue->direction = direction;
  queue->last = &queue->first;
  queue->has_thread = cleave_thread_start(serve, queue);
  return queue->has_thread;
}

/* ---- pieces ------------------------------------------------------------------------------------------ */

static struct cleave_engine_piece *add(const struct cleave_engine_piece *what) {
  struct cleave_engine_device *device = what->device;
  const enum cleave_direction direction = what->direction;
  struct queue *queue = &queues[device->number][direction];
  struct cleave_engine_piece *piece = malloc(sizeof *piece);
  if (!piece)
    return NULL;
  *piece = *what;
  piece->state = CLEAVE_PIECE_FAILED;
  piece->next = piece->object->pieces;
  piece->object->pieces = piece;
  if (device->kind->moment && cleave_engine_is_on()) {
    pthread_mutex_unlock(&cleave_engine_lock);
    piece->after = device->kind->moment(device);
    if (!piece->after)
      cleave_waits_settle();
    pthread_mutex_lock(&cleave_engine_lock);
  }
  if (cleave_engine_is_stopping() || !cleave_engine_is_on() ||
      (!queue->has_thread && !start(queue, device, direction)))
    return piece;
  piece->state = CLEAVE_PIECE_QUEUED;
  *queue->last = piece;
  queue->last = &piece->behind;
  pthread_cond_signal(&queue->filled);
  return piece;
}

struct cleave_engine_piece *cleave_queue_add(struct cleave_engine_object *object,
                                             enum cleave_direction direction, size_t begin, size_t end) {
  return add(&(struct cleave_engine_piece){.object = object,
                                           .device = object->region->device,
                                           .there = object->device + begin,
                                           .direction = direction,
                                           .begin = begin,
                                           .end = end});
}

struct cleave_engine_piece *cleave_queue_add_apart(struct cleave_engine_object *object,
                                                   struct cleave_engine_device *device, char *buffer,
                                                   enum cleave_direction direction, size_t begin,
                                                   size_t end) {
  return add(&(struct cleave_engine_piece){.object = object,
                                           .device = device,
                                           .there = buffer,
                                           .is_apart = true,
                                           .direction = direction,
                                           .begin = begin,
                                           .end = end});
}

bool cleave_queue_is_busy(struct cleave_engine_object *object, enum cleave_direction direction) {
  if (direction == CLEAVE_TO_DEVICE)
    return object->to && object->arrived < object->bytes;
  for (struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->direction == direction && piece->state == CLEAVE_PIECE_RUNNING)
      return true;
  return false;
}

bool cleave_queue_is_partly_back(const struct cleave_engine_object *object) {
  if (object->back_begin == 0 && object->back_end == object->bytes)
    return false;
  for (const struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->direction == CLEAVE_FROM_DEVICE && piece->begun)
      return true;
  return false;
}

bool cleave_queue_is_open(const struct cleave_engine_object *object) {
  for (const struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->state == CLEAVE_PIECE_QUEUED || piece->state == CLEAVE_PIECE_RUNNING)
      return true;
  return false;
}

/* Whether a piece of OBJECT is queued for the device, or on its way there. */
static bool is_open_to(const struct cleave_engine_object *object) {
  for (const struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->direction == CLEAVE_TO_DEVICE &&
        (piece->state == CLEAVE_PIECE_QUEUED || piece->state == CLEAVE_PIECE_RUNNING))
      return true;
  return false;
}

/* Has libomptarget copy OBJECT from BEGIN on, with the lock released. */
static void update(const struct cleave_engine_object *object, size_t begin, int64_t type) {
  const struct cleave_region *region = object->region;
  void *base = object->base, *host = object->host + begin;
  int64_t size = (int64_t)(object->bytes - begin);
  struct cleave_engine_call call;
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_engine_begin_call(&call);
  cleave_omptarget()->data_update(region->location, region->number, 1, &base, &host, &size, &type, NULL,
                                  NULL);
  cleave_engine_end_call(&call);
  pthread_mutex_lock(&cleave_engine_lock);
}

bool cleave_queue_repair(struct cleave_engine_object *object) {
  if (!object->to || object->arrived == object->bytes || object->repairing || is_open_to(object))
    return false;
  object->repairing = true;
  /* The rest alone: kernels may have written what has arrived. */
  update(object, object->arrived, CLEAVE_ARGUMENT_IS_TO);
  object->repairing = false;
  object->arrived = object->bytes;
  pthread_cond_broadcast(&cleave_engine_changed);
  return true;
}

void cleave_queue_repair_back(struct cleave_engine_object *object) {
  for (const struct cleave_engine_piece *piece = object->pieces; piece; piece = piece->next)
    if (piece->direction == CLEAVE_FROM_DEVICE && piece->state == CLEAVE_PIECE_FAILED && piece->begun) {
      update(object, 0, CLEAVE_ARGUMENT_IS_FROM);
      object->back_begin = 0;
      object->back_end = object->bytes;
      return;
    }
}

void cleave_queue_wait(const struct cleave_engine_object *object, struct cleave_trace_event **wait) {
  if (!*wait && cleave_trace_is_on())
    *wait = object
                ? cleave_trace_begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_WAIT,
                                                                  .name = "wait",
                                                                  .file = object->file,
                                                                  .line = object->line,
                                                                  .device = (int32_t)object->region->number})
                : cleave_construct_begin_wait();
  pthread_cond_wait(&cleave_engine_changed, &cleave_engine_lock);
}

/* ---- the end of the process ------------------------------------------------------------------------ */

void cleave_queue_forked(void) {
  for (int i = 0; i < MOST_DEVICES; i++)
    for (int j = 0; j < DIRECTIONS; j++)
      queues[i][j] = (struct queue){.has_thread = false};
  cleave_spread_forked();
}

void cleave_engine_stop(void) {
  if (!cleave_engine_is_on())
    return;
  atomic_store(&stopping, true);
  pthread_mutex_lock(&cleave_engine_lock);
  for (int i = 0; i < MOST_DEVICES; i++)
    for (int j = 0; j < DIRECTIONS; j++)
      while (queues[i][j].running)
        pthread_cond_wait(&cleave_engine_changed, &cleave_engine_lock);
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_presence_stop();
}

void cleave_engine_start(void) {
  static bool started;
  if (!started && cleave_settings()->transfers != CLEAVE_TRANSFERS_OFF)
    atomic_store(&cleave_engine_on, true);
  started = true;
  if (!cleave_engine_is_stopping())
    return;
  pthread_mutex_lock(&cleave_engine_lock);
  atomic_store(&stopping, false);
  pthread_cond_broadcast(&cleave_engine_changed);
  pthread_mutex_unlock(&cleave_engine_lock);
}
