/* FILE: bench/synthetic/ring.c
 * WHAT: see ring.h.
 *
 * A copy is cut into pieces of a slot's size; piece k goes through slot k mod slots. Every thread
 * copies its share of every piece, in order. To the device: the last thread to finish a piece
 * queues its DMA, and the slot is free again when the event behind that DMA is done. To the host:
 * the DMA of the first pieces is queued at once, and the last thread to empty a slot queues the
 * next DMA into it. The first thread (the caller) waits for events; the others only watch a
 * counter.
 */
#include "ring.h"

#include "measure.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MOST = 8, THREADS_MOST = 64 };

struct worker {
  struct ring *ring;
  int number; /* 0 is the caller of ring_copy, and has no thread of its own */
  pthread_t thread;
  sem_t start; /* one each: a fast worker must not take a slow one's start */
};

struct ring {
  size_t slot_bytes;
  int slots, threads;
  CUstream stream;
  char *slot[SLOTS_MOST];
  CUevent done[SLOTS_MOST]; /* recorded behind the slot's DMA */
  struct worker workers[THREADS_MOST];
  bool ends;

  /* The copy in progress. */
  bool to_device;
  CUdeviceptr device;
  char *host;
  size_t bytes, pieces;
  atomic_size_t ready;  /* pieces whose slot the threads may touch */
  atomic_size_t queued; /* pieces whose DMA is queued */
  atomic_int arrived[SLOTS_MOST]; /* threads that have finished the slot's piece */
  atomic_int finished;            /* workers that have finished the copy */
};

/* Waits until COUNTER is above VALUE. With more threads than cores a thread gives its core away. */
static void wait_above(atomic_size_t *counter, size_t value) {
  for (int turn = 0; atomic_load_explicit(counter, memory_order_acquire) <= value; turn++)
    if (turn >= 1000)
      sched_yield();
}

static size_t piece_bytes(const struct ring *ring, size_t piece) {
  size_t left = ring->bytes - piece * ring->slot_bytes;
  return left < ring->slot_bytes ? left : ring->slot_bytes;
}

static void queue(struct ring *ring, size_t piece) {
  int slot = (int)(piece % (size_t)ring->slots);
  CUdeviceptr device = ring->device + piece * ring->slot_bytes;
  if (ring->to_device)
    CHECK(cuMemcpyHtoDAsync, device, ring->slot[slot], piece_bytes(ring, piece), ring->stream);
  else
    CHECK(cuMemcpyDtoHAsync, ring->slot[slot], device, piece_bytes(ring, piece), ring->stream);
  CHECK(cuEventRecord, ring->done[slot], ring->stream);
  atomic_store_explicit(&ring->queued, piece + 1, memory_order_release);
}

/* Waits until the threads may touch the slot of PIECE, and says so to them. */
static void prepare(struct ring *ring, size_t piece) {
  size_t slots = (size_t)ring->slots;
  if (!ring->to_device || piece >= slots) {
    wait_above(&ring->queued, ring->to_device ? piece - slots : piece);
    CHECK(cuEventSynchronize, ring->done[piece % slots]);
  }
  atomic_store_explicit(&ring->ready, piece + 1, memory_order_release);
}

static void copy_share(struct ring *ring, size_t piece, int number) {
  size_t bytes = piece_bytes(ring, piece);
  /* Shares end at cache lines, so that no two threads write the same one. */
  size_t share = (bytes / (size_t)ring->threads + 63) / 64 * 64;
  size_t from = share * (size_t)number;
  if (from >= bytes)
    return;
  size_t length = number == ring->threads - 1 || from + share > bytes ? bytes - from : share;
  char *slot = ring->slot[piece % (size_t)ring->slots] + from;
  char *host = ring->host + piece * ring->slot_bytes + from;
  memcpy(ring->to_device ? slot : host, ring->to_device ? host : slot, length);
}

static void take_part(struct ring *ring, int number) {
  for (size_t piece = 0; piece < ring->pieces; piece++) {
    if (number == 0)
      prepare(ring, piece);
    else
      wait_above(&ring->ready, piece);
    copy_share(ring, piece, number);
    size_t slot = piece % (size_t)ring->slots;
    if (atomic_fetch_add(&ring->arrived[slot], 1) + 1 < ring->threads)
      continue;
    atomic_store(&ring->arrived[slot], 0);
    if (ring->to_device)
      queue(ring, piece);
    else if (piece + (size_t)ring->slots < ring->pieces)
      queue(ring, piece + (size_t)ring->slots);
  }
}

static void *work(void *argument) {
  struct worker *worker = argument;
  struct ring *ring = worker->ring;
  driver_enter();
  for (;;) {
    while (sem_wait(&worker->start))
      ;
    if (ring->ends)
      return NULL;
    take_part(ring, worker->number);
    atomic_fetch_add(&ring->finished, 1);
  }
}

struct ring *ring_new(size_t slot_bytes, int slots, int threads) {
  if (slots < 1 || slots > SLOTS_MOST || threads < 1 || threads > THREADS_MOST)
    measure_fail("a ring of %d slots and %d threads: too many or too few", slots, threads);
  struct ring *ring = calloc(1, sizeof *ring);
  if (!ring)
    measure_fail("no memory for a ring");
  ring->slot_bytes = slot_bytes;
  ring->slots = slots;
  ring->threads = threads;
  CHECK(cuStreamCreate, &ring->stream, CU_STREAM_NON_BLOCKING);
  for (int i = 0; i < slots; i++) {
    void *memory;
    CHECK(cuMemAllocHost, &memory, slot_bytes);
    ring->slot[i] = memory;
    memset(memory, 0, slot_bytes);
    CHECK(cuEventCreate, &ring->done[i], CU_EVENT_DISABLE_TIMING);
  }
  for (int i = 1; i < threads; i++) {
    ring->workers[i] = (struct worker){.ring = ring, .number = i};
    if (sem_init(&ring->workers[i].start, 0, 0) ||
        pthread_create(&ring->workers[i].thread, NULL, work, &ring->workers[i]))
      measure_fail("cannot start %d threads", threads);
  }
  return ring;
}

void ring_copy(struct ring *ring, bool to_device, CUdeviceptr device, void *host, size_t bytes) {
  ring->to_device = to_device;
  ring->device = device;
  ring->host = host;
  ring->bytes = bytes;
  ring->pieces = (bytes + ring->slot_bytes - 1) / ring->slot_bytes;
  atomic_store(&ring->ready, 0);
  atomic_store(&ring->queued, 0);
  atomic_store(&ring->finished, 0);
  for (size_t piece = 0; !to_device && piece < ring->pieces && piece < (size_t)ring->slots; piece++)
    queue(ring, piece);
  for (int i = 1; i < ring->threads; i++)
    sem_post(&ring->workers[i].start);
  take_part(ring, 0);
  for (int turn = 0; atomic_load(&ring->finished) < ring->threads - 1; turn++)
    if (turn >= 1000)
      sched_yield();
  CHECK(cuStreamSynchronize, ring->stream);
}

void ring_delete(struct ring *ring) {
  ring->ends = true;
  for (int i = 1; i < ring->threads; i++)
    sem_post(&ring->workers[i].start);
  for (int i = 1; i < ring->threads; i++) {
    pthread_join(ring->workers[i].thread, NULL);
    sem_destroy(&ring->workers[i].start);
  }
  for (int i = 0; i < ring->slots; i++) {
    CHECK(cuEventDestroy, ring->done[i]);
    CHECK(cuMemFreeHost, ring->slot[i]);
  }
  CHECK(cuStreamDestroy, ring->stream);
  free(ring);
}
