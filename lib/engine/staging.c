/* FILE: lib/engine/staging.c
 * WHAT: copies through a ring of page-locked buffers.
 *
 * A copy is divided into chunks of a buffer's size; chunk k uses buffer k mod BUFFERS. The thread of the copy
 * makes all calls of the driver. It fills or empties a buffer together with helper threads, which take shares
 * of the chunk until none remain. Meanwhile the device transfers other buffers.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cuda_device.h"
#include "process/threads.h"

enum { BUFFERS = 4, BUFFER_BYTES = 4 << 20, LEAST_BUFFER_BYTES = 1 << 20, SHARE_BYTES = 256 << 10 };

struct cleave_ring {
  const struct cleave_cuda *cuda;
  size_t buffer_bytes;
  char *buffer[BUFFERS];
  CUevent done[BUFFERS]; /* the device has finished with the buffer */

  /* The chunk that threads copy in memory. */
  pthread_mutex_t lock;
  pthread_cond_t begun, ended;
  char *to;
  const char *from;
  size_t taken, copied, bytes;
  unsigned helpers;
  bool ends;
};

/* ---- copies in memory, by several threads ------------------------------------------------------------ */

/* Copies one share. The lock is held, but released meanwhile. */
static void copy_share(struct cleave_ring *ring) {
  size_t at = ring->taken, left = ring->bytes - at, share = left < SHARE_BYTES ? left : SHARE_BYTES;
  char *to = ring->to + at;
  const char *from = ring->from + at;
  ring->taken += share;
  pthread_mutex_unlock(&ring->lock);
  memcpy(to, from, share);
  pthread_mutex_lock(&ring->lock);
  ring->copied += share;
  if (ring->copied == ring->bytes)
    pthread_cond_signal(&ring->ended);
}

static void *help(void *argument) {
  struct cleave_ring *ring = argument;
  pthread_mutex_lock(&ring->lock);
  for (;;) {
    while (ring->taken == ring->bytes && !ring->ends)
      pthread_cond_wait(&ring->begun, &ring->lock);
    if (ring->ends)
      break;
    copy_share(ring);
  }
  ring->helpers--;
  pthread_cond_signal(&ring->ended);
  pthread_mutex_unlock(&ring->lock);
  return NULL;
}

static void copy_memory(struct cleave_ring *ring, void *to, const void *from, size_t bytes) {
  pthread_mutex_lock(&ring->lock);
  ring->to = to;
  ring->from = from;
  ring->bytes = bytes;
  ring->taken = ring->copied = 0;
  if (bytes > SHARE_BYTES)
    pthread_cond_broadcast(&ring->begun);
  while (ring->taken < ring->bytes)
    copy_share(ring);
  while (ring->copied < ring->bytes)
    pthread_cond_wait(&ring->ended, &ring->lock);
  pthread_mutex_unlock(&ring->lock);
}

/* ---- the ring ---------------------------------------------------------------------------------------- */

static void give_back(struct cleave_ring *ring) {
  for (int i = 0; i < BUFFERS; i++) {
    if (ring->done[i])
      ring->cuda->cuEventDestroy(ring->done[i]);
    if (ring->buffer[i])
      ring->cuda->cuMemFreeHost(ring->buffer[i]);
  }
  free(ring);
}

struct cleave_ring *cleave_ring_new(const struct cleave_cuda *cuda, unsigned threads, unsigned sharers) {
  struct cleave_ring *ring = calloc(1, sizeof *ring);
  if (!ring)
    return NULL;
  ring->cuda = cuda;
  ring->buffer_bytes = BUFFER_BYTES / sharers;
  if (ring->buffer_bytes < LEAST_BUFFER_BYTES)
    ring->buffer_bytes = LEAST_BUFFER_BYTES;
  ring->buffer_bytes -= ring->buffer_bytes % SHARE_BYTES;
  for (int i = 0; i < BUFFERS; i++) {
    void *memory;
    if (cuda->cuMemAllocHost(&memory, ring->buffer_bytes)) {
      give_back(ring);
      return NULL;
    }
    ring->buffer[i] = memory;
    if (cuda->cuEventCreate(&ring->done[i], CLEAVE_EVENT_FLAGS)) {
      ring->done[i] = NULL;
      give_back(ring);
      return NULL;
    }
  }
  pthread_mutex_init(&ring->lock, NULL);
  pthread_cond_init(&ring->begun, NULL);
  pthread_cond_init(&ring->ended, NULL);
  /* With fewer helpers, or none, it only takes longer. */
  pthread_mutex_lock(&ring->lock);
  for (unsigned i = 1; i < threads && cleave_thread_start(help, ring); i++)
    ring->helpers++;
  pthread_mutex_unlock(&ring->lock);
  return ring;
}

void cleave_ring_free(struct cleave_ring *ring) {
  if (!ring)
    return;
  pthread_mutex_lock(&ring->lock);
  ring->ends = true;
  pthread_cond_broadcast(&ring->begun);
  while (ring->helpers)
    pthread_cond_wait(&ring->ended, &ring->lock);
  pthread_mutex_unlock(&ring->lock);
  pthread_mutex_destroy(&ring->lock);
  pthread_cond_destroy(&ring->begun);
  pthread_cond_destroy(&ring->ended);
  give_back(ring);
}

/* A copy in progress. */
struct staged_copy {
  struct cleave_ring *ring;
  CUstream stream;
  const struct cleave_copy *copy;
  size_t chunks;
};

static size_t chunk_bytes(const struct staged_copy *it, size_t chunk) {
  return chunk + 1 < it->chunks ? it->ring->buffer_bytes : it->copy->bytes - chunk * it->ring->buffer_bytes;
}

/* Submits chunk CHUNK. */
static bool issue(const struct staged_copy *it, size_t chunk) {
  const struct cleave_cuda *cuda = it->ring->cuda;
  char *buffer = it->ring->buffer[chunk % BUFFERS];
  CUdeviceptr device = (uintptr_t)it->copy->device + chunk * it->ring->buffer_bytes;
  size_t bytes = chunk_bytes(it, chunk);
  CUresult result = it->copy->direction == CLEAVE_TO_DEVICE
                        ? cuda->cuMemcpyHtoDAsync(device, buffer, bytes, it->stream)
                        : cuda->cuMemcpyDtoHAsync(buffer, device, bytes, it->stream);
  return !result && !cuda->cuEventRecord(it->ring->done[chunk % BUFFERS], it->stream);
}

/* Waits until the device has copied chunk CHUNK. */
static bool wait_for(const struct staged_copy *it, size_t chunk) {
  return !it->ring->cuda->cuEventSynchronize(it->ring->done[chunk % BUFFERS]);
}

static void report(const struct staged_copy *it, size_t chunk) {
  it->copy->arrived(it->copy->context, chunk * it->ring->buffer_bytes + chunk_bytes(it, chunk));
}

static char *place(const struct staged_copy *it, size_t chunk) {
  return (char *)it->copy->host + chunk * it->ring->buffer_bytes;
}

/* The device has two chunks while the next one is filled. So it never waits for a chunk, unless filling takes
 * longer, and arrivals are reported soon. */
static bool send(const struct staged_copy *it) {
  enum { AHEAD = 2 };
  size_t done = 0;
  for (size_t chunk = 0; chunk < it->chunks + AHEAD; chunk++) {
    if (cleave_engine_is_stopping())
      return false;
    if (chunk >= AHEAD && done < it->chunks) {
      if (!wait_for(it, done))
        return false;
      report(it, done++);
    }
    if (chunk >= it->chunks)
      continue;
    copy_memory(it->ring, it->ring->buffer[chunk % BUFFERS], place(it, chunk), chunk_bytes(it, chunk));
    if (!issue(it, chunk))
      return false;
  }
  return true;
}

static bool fetch(const struct staged_copy *it) {
  for (size_t chunk = 0; chunk < it->chunks && chunk < BUFFERS; chunk++)
    if (!issue(it, chunk))
      return false;
  for (size_t chunk = 0; chunk < it->chunks; chunk++) {
    if (cleave_engine_is_stopping() || !wait_for(it, chunk))
      return false;
    copy_memory(it->ring, place(it, chunk), it->ring->buffer[chunk % BUFFERS], chunk_bytes(it, chunk));
    report(it, chunk);
    if (chunk + BUFFERS < it->chunks && !issue(it, chunk + BUFFERS))
      return false;
  }
  return true;
}

bool cleave_ring_copy(struct cleave_ring *ring, CUstream stream, const struct cleave_copy *copy) {
  const size_t chunks = (copy->bytes + ring->buffer_bytes - 1) / ring->buffer_bytes;
  const struct staged_copy it = {ring, stream, copy, chunks};
  if (copy->direction == CLEAVE_TO_DEVICE ? send(&it) : fetch(&it))
    return true;
  ring->cuda->cuStreamSynchronize(stream);
  return false;
}
