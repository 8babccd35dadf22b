/* FILE: test/lit/driver/Inputs/stream_chain_races.c
 * WHAT: threads with and without regions give work to the same streams at the same time, for
 *       ThreadSanitizer: lib/interposer/stream_chain.c over a driver that records the order of operations.
 *
 * Each piece of work writes its number into a buffer; buffers are used again as the run time's pool uses
 * them, as soon as a wait was held back or done. Who gets a buffer must come behind the one before.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "interposer/cuda_table.h"
#include "interposer/stream_chain.h"
#include "interposer/stream_wait.h"

#ifndef REGION_THREADS
#define REGION_THREADS 4
#endif
enum { THREADS = 6, ROUNDS = 3000, STREAMS = 6, BUFFERS = 4 };

/* For each stream, how much of the others is in front of it: streams and events hold the number of
 * pieces of work of each stream that come before. */
struct before {
  unsigned count[STREAMS];
};
struct CUstream_st {
  int number;
  struct before before;
};
struct CUevent_st {
  struct before before;
};

struct interposer interposer;
static struct CUstream_st streams[STREAMS];
static struct before done; /* what the host has seen done */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The pool of buffers, and the work that used each last. */
static struct {
  int stream;
  unsigned number;
} buffers[BUFFERS];
static int pool[BUFFERS], pooled;
static int early;

static void take_over(struct before *to, const struct before *from) {
  for (int i = 0; i < STREAMS; i++)
    if (to->count[i] < from->count[i])
      to->count[i] = from->count[i];
}

static CUresult create(CUevent *event, unsigned flags) {
  (void)flags;
  *event = calloc(1, sizeof **event);
  return CUDA_SUCCESS;
}

static CUresult record(CUevent event, CUstream stream) {
  pthread_mutex_lock(&lock);
  event->before = stream->before;
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

static CUresult behind(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  pthread_mutex_lock(&lock);
  take_over(&stream->before, &event->before);
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

CUresult wait_for_stream(CUstream stream) {
  pthread_mutex_lock(&lock);
  take_over(&done, &stream->before);
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

/* A launch with a buffer of the pool, and the wait behind it, as the run time has it. */
static void launch(CUstream stream) {
  CUresult result;
  pthread_mutex_lock(&lock);
  const int buffer = pooled ? pool[--pooled] : -1;
  pthread_mutex_unlock(&lock);
  chain_work(stream, false, 0);
  pthread_mutex_lock(&lock);
  if (buffer >= 0) {
    const int last = buffers[buffer].stream;
    early += buffers[buffer].number > stream->before.count[last] &&
             buffers[buffer].number > done.count[last];
    buffers[buffer].stream = stream->number;
    buffers[buffer].number = stream->before.count[stream->number] + 1;
  }
  stream->before.count[stream->number]++;
  pthread_mutex_unlock(&lock);
  if (!chain_defers_wait(stream, &result)) {
    wait_for_stream(stream);
    chain_waited(stream);
  }
  pthread_mutex_lock(&lock);
  if (buffer >= 0)
    pool[pooled++] = buffer;
  pthread_mutex_unlock(&lock);
  sched_yield(); /* for others to get it */
}

static void *work(void *argument) {
  const int thread = *(int *)argument;
  unsigned seed = (unsigned)thread;
  char bytes[100] = {0};
  for (int i = 0; i < ROUNDS; i++) {
    const void *from = bytes;
    if (thread < REGION_THREADS)
      chain_begin_region();
    for (int k = 0; k < 4; k++)
      launch(&streams[rand_r(&seed) % STREAMS]);
    chain_copy(&streams[rand_r(&seed) % STREAMS], &from, sizeof bytes);
    chain_event(&streams[rand_r(&seed) % STREAMS]);
    if (rand_r(&seed) % 8 == 0)
      chain_drain();
    if (thread < REGION_THREADS)
      chain_end_region();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  interposer.cuda.cuEventCreate = create;
  interposer.cuda.cuEventRecord = record;
  interposer.cuda.cuStreamWaitEvent = behind;
  interposer.defers = true;
  chain_start();
  for (int i = 0; i < STREAMS; i++) {
    streams[i].number = i;
    chain_add_stream(&streams[i]);
  }
  for (pooled = 0; pooled < BUFFERS; pooled++)
    pool[pooled] = pooled;
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  puts(early ? "a buffer was used too early" : "all in order");
  return early != 0;
}
