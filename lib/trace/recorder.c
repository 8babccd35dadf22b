/* FILE: lib/trace/recorder.c
 * WHAT: the recorder: buffers of events, one list of blocks for each thread.
 */
#include "trace/recorder.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  BLOCK_EVENTS = 1024,
  MAX_BLOCKS = 4096, /* of a thread: four million events, 400 MB */
  TEXT_BUCKETS = 256
};

/* A text that events of a thread point to; it outlives the library that contains the original. */
struct text {
  struct text *next;
  char bytes[];
};

struct block {
  _Atomic(struct block *) next;
  atomic_uint used; /* events that are complete except for their end */
  struct cleave_trace_event events[BLOCK_EVENTS];
};

/* The events of a thread. Never freed: it is read when the process ends, and the thread may have ended
 * before. */
struct buffer {
  struct buffer *next;
  uint32_t thread;
  struct block *first, *last;
  uint32_t blocks;
  struct text *texts[TEXT_BUCKETS];
};

atomic_uint cleave_trace_receivers;
static struct timespec origin, wall_clock_origin;
static _Atomic(struct buffer *) buffers; /* the newest first */
static atomic_uint threads;
static _Atomic uint64_t dropped;
static _Thread_local struct buffer *mine;

static int64_t since_origin(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)(now.tv_sec - origin.tv_sec) * 1000000000 + now.tv_nsec - origin.tv_nsec;
}

void cleave_trace_enable(void) {
  clock_gettime(CLOCK_REALTIME, &wall_clock_origin);
  clock_gettime(CLOCK_MONOTONIC, &origin);
  atomic_fetch_or(&cleave_trace_receivers, CLEAVE_TRACE_TO_FILE);
}

static int64_t nanoseconds(const struct timespec *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

int64_t cleave_trace_origin(int64_t *monotonic) {
  *monotonic = nanoseconds(&origin);
  return nanoseconds(&wall_clock_origin);
}

int64_t cleave_trace_now(void) {
  const int64_t now = since_origin();
  return now > 0 ? now : 1; /* 0 is the end of an event in progress */
}

/* This thread's buffer, with room for an event in its last block; NULL if there is none. */
static struct buffer *buffer_with_room(void) {
  struct buffer *buffer = mine;
  if (!buffer) {
    buffer = calloc(1, sizeof *buffer);
    struct block *block = buffer ? calloc(1, sizeof *block) : NULL;
    if (!block) {
      free(buffer);
      return NULL;
    }
    *buffer = (struct buffer){
        .thread = atomic_fetch_add(&threads, 1) + 1, .first = block, .last = block, .blocks = 1};
    buffer->next = atomic_load(&buffers);
    while (!atomic_compare_exchange_weak(&buffers, &buffer->next, buffer))
      ;
    mine = buffer;
  } else if (atomic_load_explicit(&buffer->last->used, memory_order_relaxed) == BLOCK_EVENTS) {
    struct block *block = buffer->blocks < MAX_BLOCKS ? calloc(1, sizeof *block) : NULL;
    if (!block)
      return NULL;
    atomic_store_explicit(&buffer->last->next, block, memory_order_release);
    buffer->last = block;
    buffer->blocks++;
  }
  return buffer;
}

/* The buffer's own copy of TEXT; NULL for NULL, or without memory. */
static const char *keep(struct buffer *buffer, const char *text) {
  if (!text)
    return NULL;
  uint32_t hash = 2166136261u;
  for (const char *at = text; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  struct text **bucket = &buffer->texts[hash % TEXT_BUCKETS];
  for (struct text *known = *bucket; known; known = known->next)
    if (!strcmp(known->bytes, text))
      return known->bytes;
  const size_t size = strlen(text) + 1;
  struct text *copy = malloc(sizeof *copy + size);
  if (!copy)
    return NULL;
  memcpy(copy->bytes, text, size);
  copy->next = *bucket;
  *bucket = copy;
  return copy->bytes;
}

static struct cleave_trace_event *record(const struct cleave_trace_event *what, int64_t begin, int64_t end) {
  if (!cleave_trace_is_on())
    return NULL;
  struct buffer *buffer = buffer_with_room();
  if (!buffer) {
    atomic_fetch_add_explicit(&dropped, 1, memory_order_relaxed);
    return NULL;
  }
  struct block *block = buffer->last;
  const unsigned used = atomic_load_explicit(&block->used, memory_order_relaxed);
  struct cleave_trace_event *event = &block->events[used];
  event->kind = what->kind;
  event->name = keep(buffer, what->name);
  event->file = keep(buffer, what->file);
  event->line = what->line;
  event->device = what->device;
  event->stream = what->stream;
  event->bytes = what->bytes;
  event->address = what->address;
  event->host = what->host;
  event->operation = what->operation;
  event->calls = keep(buffer, what->calls);
  atomic_init(&event->content, atomic_load_explicit(&what->content, memory_order_relaxed));
  event->begin = begin;
  atomic_init(&event->end, end);
  atomic_store_explicit(&block->used, used + 1, memory_order_release);
  return event;
}

struct cleave_trace_event *cleave_trace_begin(const struct cleave_trace_event *what) {
  return record(what, cleave_trace_now(), 0);
}

void cleave_trace_end(struct cleave_trace_event *event) {
  if (event)
    atomic_store_explicit(&event->end, cleave_trace_now(), memory_order_release);
}

void cleave_trace_add(const struct cleave_trace_event *what) {
  const int64_t end = atomic_load_explicit(&what->end, memory_order_relaxed);
  record(what, what->begin, end > 0 ? end : 1);
}

uint64_t cleave_trace_visit(void (*visit)(void *context, uint32_t thread,
                                          const struct cleave_trace_event *event),
                            void *context) {
  for (struct buffer *buffer = atomic_load(&buffers); buffer; buffer = buffer->next)
    for (struct block *block = buffer->first; block;
         block = atomic_load_explicit(&block->next, memory_order_acquire)) {
      const unsigned used = atomic_load_explicit(&block->used, memory_order_acquire);
      for (unsigned i = 0; i < used; i++)
        visit(context, buffer->thread, &block->events[i]);
    }
  return atomic_load(&dropped);
}
