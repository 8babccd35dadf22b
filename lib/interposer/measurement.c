/* FILE: lib/interposer/measurement.c
 * WHAT: measures times on the device.
 *
 * An event is recorded in the stream before a kernel or copy, and one after it. The driver returns the time
 * between two events as a float, in ms. To keep the precision in programs that run for long, each time is
 * measured from the end of the stream's previous work. The host waits for the first event of a device, and
 * takes its own time as the event's time: all times of the device are late by the duration of that wait, some
 * microseconds.
 */
#include "interposer/cuda_table.h"
#include "interposer/measurement.h"
#include "process/fork.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

struct stream {
  struct stream *next;
  CUstream handle;
  CUcontext context; /* that created it; threads of the run time use streams without a current context */
  uint32_t number;
  CUevent last;                          /* recorded after the last work */
  int64_t time;                          /* of LAST, ns */
  struct measurement *oldest, *youngest; /* in progress */
  CUevent *pool;                         /* not in use */
  size_t pooled, room;
};

CLEAVE_LOCK(lock); /* of all below, and of every stream */
static struct stream *streams;
static uint32_t stream_count;

static struct stream *find(CUstream handle) {
  struct stream *stream = streams;
  while (stream && stream->handle != handle)
    stream = stream->next;
  return stream;
}

/* Makes the stream's context current if there is none, and returns the previous one. */
static CUcontext enter(const struct stream *stream) {
  CUcontext before = NULL;
  interposer.cuda.cuCtxGetCurrent(&before);
  if (!before)
    interposer.cuda.cuCtxSetCurrent(stream->context);
  return before;
}

static void leave(CUcontext before) {
  if (!before)
    interposer.cuda.cuCtxSetCurrent(NULL);
}

/* Returns EVENT to the list; without memory for the list it is lost. */
static void put_event(struct stream *stream, CUevent event) {
  if (stream->pooled == stream->room) {
    const size_t room = stream->room ? stream->room * 2 : 16;
    CUevent *pool = realloc(stream->pool, room * sizeof *pool);
    if (!pool)
      return;
    stream->pool = pool;
    stream->room = room;
  }
  stream->pool[stream->pooled++] = event;
}

/* NULL if the driver creates none. */
static CUevent take_event(struct stream *stream) {
  if (stream->pooled)
    return stream->pool[--stream->pooled];
  CUevent event = NULL;
  const CUcontext before = enter(stream);
  if (interposer.cuda.cuEventCreate(&event, CU_EVENT_DEFAULT))
    event = NULL;
  leave(before);
  return event;
}

void measure_stream(CUstream handle) {
  if (!interposer.records)
    return;
  struct stream *stream = calloc(1, sizeof *stream);
  if (!stream)
    return;
  stream->handle = handle;
  if (interposer.cuda.cuCtxGetCurrent(&stream->context) || !stream->context ||
      interposer.cuda.cuEventCreate(&stream->last, CU_EVENT_DEFAULT) ||
      interposer.cuda.cuEventRecord(stream->last, handle) ||
      interposer.cuda.cuEventSynchronize(stream->last)) {
    free(stream);
    return;
  }
  stream->time = interposer.recorder.now();
  pthread_mutex_lock(&lock);
  /* The clock of the device's other streams is more precise. */
  float apart;
  struct stream *other = streams;
  while (other && other->context != stream->context)
    other = other->next;
  if (other && !interposer.cuda.cuEventElapsedTime(&apart, other->last, stream->last))
    stream->time = other->time + llround(apart * 1e6);
  stream->number = ++stream_count;
  stream->next = streams;
  streams = stream;
  pthread_mutex_unlock(&lock);
}

/* Work of the run time for a construct gets the construct's name and place. */
static void describe(struct cleave_trace_event *what, const struct cleave_trace_event *operation) {
  what->name = "(run time)"; /* work of its own, such as information about the device for an image */
  if (!operation)
    return;
  what->file = operation->file;
  what->line = operation->line;
  what->device = operation->device >= 0 ? operation->device : 0;
  if (what->kind != CLEAVE_TRACE_KERNEL)
    what->operation = operation->operation;
  /* If a copy has several pieces, the first one has changed its kind to enqueue. */
  const bool is_piece = operation->kind == CLEAVE_TRACE_ENQUEUE && what->kind != CLEAVE_TRACE_KERNEL &&
                        what->bytes < operation->bytes;
  if (operation->kind == what->kind || is_piece)
    what->name = operation->name;
}

struct measurement *measurement_begin(enum cleave_trace_kind kind, CUstream handle, const void *host,
                                      size_t bytes) {
  struct measurement *measurement = interposer.records ? calloc(1, sizeof *measurement) : NULL;
  if (!measurement)
    return NULL;
  measurement->operation = interposer.recorder.operation();
  measurement->what =
      (struct cleave_trace_event){.kind = kind, .bytes = bytes, .address = (uint64_t)(uintptr_t)host};
  describe(&measurement->what, measurement->operation);
  pthread_mutex_lock(&lock);
  struct stream *stream = find(handle);
  if (stream) {
    measurement->begin = take_event(stream);
    measurement->end = take_event(stream);
  }
  pthread_mutex_unlock(&lock);
  if (!measurement->begin || !measurement->end || interposer.cuda.cuEventRecord(measurement->begin, handle)) {
    free(measurement);
    return NULL;
  }
  measurement->stream = stream;
  measurement->what.stream = stream->number;
  return measurement;
}

void measurement_end(struct measurement *measurement, bool given) {
  if (!measurement)
    return;
  struct stream *stream = measurement->stream;
  given = given && !interposer.cuda.cuEventRecord(measurement->end, stream->handle);
  if (given && measurement->operation && measurement->operation->kind == measurement->what.kind)
    measurement->operation->kind = CLEAVE_TRACE_ENQUEUE;
  pthread_mutex_lock(&lock);
  if (!given) {
    put_event(stream, measurement->begin);
    put_event(stream, measurement->end);
    free(measurement);
  } else {
    *(stream->oldest ? &stream->youngest->next : &stream->oldest) = measurement;
    stream->youngest = measurement;
  }
  pthread_mutex_unlock(&lock);
}

/* Records MEASUREMENT. Returns false if its work has not completed. */
static bool record(struct stream *stream, struct measurement *measurement) {
  float before, during;
  if (interposer.cuda.cuEventElapsedTime(&before, stream->last, measurement->begin) ||
      interposer.cuda.cuEventElapsedTime(&during, measurement->begin, measurement->end))
    return false;
  measurement->what.begin = stream->time + llround(before * 1e6);
  stream->time = measurement->what.begin + llround(during * 1e6);
  atomic_init(&measurement->what.end, stream->time);
  interposer.recorder.add(&measurement->what);
  put_event(stream, stream->last);
  put_event(stream, measurement->begin);
  stream->last = measurement->end;
  return true;
}

static void record_done(struct stream *stream) {
  if (!stream->oldest)
    return;
  const CUcontext before = enter(stream);
  struct measurement *measurement;
  while ((measurement = stream->oldest) && record(stream, measurement)) {
    stream->oldest = measurement->next;
    free(measurement);
  }
  leave(before);
}

void measurements_done(CUstream handle) {
  if (!interposer.records)
    return;
  pthread_mutex_lock(&lock);
  for (struct stream *stream = handle ? find(handle) : streams; stream; stream = stream->next) {
    record_done(stream);
    if (handle)
      break;
  }
  pthread_mutex_unlock(&lock);
}

void forget_stream(CUstream handle) {
  pthread_mutex_lock(&lock);
  for (struct stream **link = &streams; *link; link = &(*link)->next)
    if ((*link)->handle == handle) {
      /* The context owns the stream's events, and frees them. Another thread may submit work to the stream at
       * the same time, so it is not freed. */
      record_done(*link);
      *link = (*link)->next;
      break;
    }
  pthread_mutex_unlock(&lock);
}
