/* FILE: lib/driverfront/queue.c
 * WHAT: the kernels of a region in one queue, without a wait of the host behind each.
 *
 * The run time waits for the stream of each construct, and gives the stream back to its pool. Here such a
 * wait is held back if the host has no use for it. What keeps every order that the wait stood for:
 *
 * - All that a thread's region gives to its devices is one sequence: a stream that is not the one that the
 *   sequence ends in (its tail) first waits, on the device, for that one. So who has waited for the tail
 *   has waited for all.
 * - What other threads give to a device comes behind each sequence with a wait held back: they may have
 *   got memory that the run time takes for free. Only memory of the run time's pool is used again without
 *   a call of the driver, and that comes in small pieces.
 * - Small copies to the device come from a place that stays, for their source may be page-locked memory that
 *   the run time uses again.
 * - Before memory goes, or anything happens that is in no stream, all sequences are waited for.
 */
#include "driverfront/driverfront.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime/fork.h"

enum {
  STAGING_BYTES = 1 << 20, /* of a sequence; if they do not suffice, the host waits and begins anew */
  LARGEST_COPY = 64 << 10, /* a larger one takes so long that a wait more does not matter */
  STAGING_ALIGNMENT = 64,
  LARGEST_OF_POOL = 8 << 10 /* of the run time's memory manager, if nobody says otherwise */
};

/* A stream, as far as the order goes. */
struct lane {
  struct lane *next;
  CUstream handle;
  CUevent event;   /* recorded anew for each stream that is to wait for this one */
  uint64_t behind; /* the number of the last wait held back that it comes behind */
};

/* What a thread's regions have given to devices. */
struct sequence {
  struct sequence *next;
  uint64_t number;
  struct lane *tail; /* NULL: all of it is done */
  bool needed;       /* the next wait is a real one */
  uint64_t held;     /* the number of the last wait held back since all was done; 0: none */
  size_t staged;
  unsigned char staging[STAGING_BYTES];
};

CLEAVE_LOCK(lock); /* of all below and what hangs on it */
static struct lane *lanes;
static _Atomic(struct sequence *) sequences; /* of the threads with a region; to be read without the lock */
static struct sequence *unused;
static uint64_t waits_held, sequences_begun;
static size_t largest_of_pool;

/* Of this thread. */
static _Thread_local struct sequence *own; /* NULL: no region, or no memory for it */
static _Thread_local unsigned regions;
static _Thread_local bool is_independent;
static _Thread_local CUresult failure; /* of a wait; all that follows fails by it, as it does by the driver */

static struct lane *find(CUstream handle) {
  struct lane *lane = lanes;
  while (lane && lane->handle != handle)
    lane = lane->next;
  return lane;
}

/* ---- Streams ------------------------------------------------------------------------------------- */

CUresult queue_stream(CUstream handle) {
  if (!driver.queues)
    return CUDA_SUCCESS;
  struct lane *lane = calloc(1, sizeof *lane);
  if (!lane)
    return CUDA_ERROR_OUT_OF_MEMORY;
  lane->handle = handle;
  const CUresult result = driver.cuda.cuEventCreate(&lane->event, CU_EVENT_DISABLE_TIMING);
  if (result) {
    free(lane);
    return result;
  }
  pthread_mutex_lock(&lock);
  lane->next = lanes;
  lanes = lane;
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

void queue_forget_stream(CUstream handle) {
  pthread_mutex_lock(&lock);
  struct lane **link = &lanes;
  while (*link && (*link)->handle != handle)
    link = &(*link)->next;
  struct lane *lane = *link;
  if (lane)
    *link = lane->next;
  pthread_mutex_unlock(&lock);
  if (lane)
    driver.cuda.cuEventDestroy(lane->event);
  free(lane);
}

/* ---- Waits --------------------------------------------------------------------------------------- */

/* All of the own sequence is done. */
static void emptied(void) {
  pthread_mutex_lock(&lock);
  own->tail = NULL;
  own->needed = false;
  own->held = 0;
  own->staged = 0;
  pthread_mutex_unlock(&lock);
}

static CUresult empty_own(void) {
  if (failure || !own)
    return failure;
  if (!own->tail) {
    own->staged = 0;
    return CUDA_SUCCESS;
  }
  failure = wait_for(own->tail->handle);
  if (!failure)
    emptied();
  return failure;
}

bool queue_holds_back(CUstream handle, CUresult *result) {
  if ((*result = failure))
    return true;
  if (!own || is_independent)
    return false;
  pthread_mutex_lock(&lock);
  const bool holds = own->tail && own->tail->handle == handle && !own->needed;
  if (holds)
    own->held = ++waits_held;
  pthread_mutex_unlock(&lock);
  return holds;
}

void queue_waited(CUstream handle) {
  if (own && own->tail && own->tail->handle == handle)
    emptied();
}

/* Where the sequence ends that comes after number *AFTER and has a wait held back, which *AFTER then is
 * the number of. False: there is none. */
static bool next_tail(uint64_t *after, CUstream *tail) {
  pthread_mutex_lock(&lock);
  const struct sequence *next = NULL;
  for (const struct sequence *each = atomic_load(&sequences); each; each = each->next)
    if (each->held && each->number > *after && (!next || each->number < next->number))
      next = each;
  if (next) {
    *after = next->number;
    *tail = next->tail->handle;
  }
  pthread_mutex_unlock(&lock);
  return next;
}

CUresult queue_empty(void) {
  if (failure || is_independent || !atomic_load(&sequences))
    return failure;
  CUresult result = empty_own();
  CUstream tail;
  for (uint64_t number = 0; !result && next_tail(&number, &tail);)
    result = wait_for(tail);
  return result;
}

/* ---- Work ---------------------------------------------------------------------------------------- */

/* HANDLE waits on the device for TAIL. */
static CUresult put_behind(CUstream handle, const struct lane *tail) {
  const CUresult result = driver.cuda.cuEventRecord(tail->event, tail->handle);
  return result ? result : driver.cuda.cuStreamWaitEvent(handle, tail->event, 0);
}

/* Behind the sequences of all threads or, if not OTHERS, the own one alone. With the lock. */
static CUresult put_behind_all(CUstream handle, struct lane *lane, bool others) {
  for (const struct sequence *each = atomic_load(&sequences); each; each = each->next) {
    const bool waits = each == own ? each->tail != NULL : others && each->held > (lane ? lane->behind : 0);
    const CUresult result = waits && each->tail != lane ? put_behind(handle, each->tail) : CUDA_SUCCESS;
    if (result)
      return result;
  }
  if (lane && others)
    lane->behind = waits_held;
  return CUDA_SUCCESS;
}

CUresult queue_work(CUstream handle, bool needed, size_t bytes) {
  if (failure || is_independent || !atomic_load(&sequences))
    return failure;
  pthread_mutex_lock(&lock);
  struct lane *lane = find(handle);
  const bool is_pooled = bytes <= largest_of_pool;
  const CUresult result = put_behind_all(handle, lane, is_pooled);
  /* A stream that was there before us is waited for as ever. */
  if (!result && own && lane) {
    own->tail = lane;
    own->needed |= needed;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

/* An event is nothing that anybody would have to wait for, so the sequence does not end in it. */
CUresult queue_event(CUstream handle) {
  if (failure || is_independent || !own)
    return failure;
  pthread_mutex_lock(&lock);
  const CUresult result = put_behind_all(handle, find(handle), false);
  pthread_mutex_unlock(&lock);
  return result;
}

CUresult queue_copy(CUstream handle, const void **from, size_t bytes) {
  if (!own || is_independent || failure || bytes > LARGEST_COPY)
    return queue_work(handle, true, bytes);
  pthread_mutex_lock(&lock);
  const bool is_known = find(handle);
  pthread_mutex_unlock(&lock);
  if (!is_known)
    return queue_work(handle, true, bytes);
  if (own->staged + bytes > STAGING_BYTES) {
    /* What this construct has staged already goes with the rest. */
    const CUresult result = empty_own();
    if (result)
      return result;
  }
  /* A copy that is not made stages nothing. */
  const CUresult result = queue_work(handle, false, bytes);
  if (result)
    return result;
  unsigned char *place = own->staging + own->staged;
  memcpy(place, *from, bytes);
  own->staged += (bytes + STAGING_ALIGNMENT - 1) / STAGING_ALIGNMENT * STAGING_ALIGNMENT;
  *from = place;
  return CUDA_SUCCESS;
}

/* ---- Regions ------------------------------------------------------------------------------------- */

/* Pages of its own, which nobody else locks. */
static struct sequence *make_sequence(void) {
  void *pages =
      mmap(NULL, sizeof(struct sequence), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

/* Of all threads the child has this one. */
static void forget_others(void) {
  if (own)
    own->next = NULL;
  atomic_store(&sequences, own);
  unused = NULL;
}

void queue_start(void) {
  pthread_atfork(NULL, NULL, forget_others);
  largest_of_pool = getenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD") ? SIZE_MAX : LARGEST_OF_POOL;
}

void queue_begin(void) {
  /* After a failure this thread gives nothing to a device: it needs no sequence, and would never give it back. */
  if (regions++ || failure)
    return;
  pthread_mutex_lock(&lock);
  own = unused;
  if (own)
    unused = own->next;
  else
    own = make_sequence();
  if (own) {
    own->number = ++sequences_begun;
    own->next = atomic_load(&sequences);
    atomic_store(&sequences, own);
  }
  pthread_mutex_unlock(&lock);
}

bool queue_end(void) {
  empty_own();
  if (--regions || !own)
    return !failure;
  pthread_mutex_lock(&lock);
  struct sequence *before = atomic_load(&sequences);
  if (before == own) {
    atomic_store(&sequences, own->next);
  } else {
    while (before->next != own)
      before = before->next;
    before->next = own->next;
  }
  /* One that failed may still be read by the device. */
  if (!failure) {
    own->next = unused;
    unused = own;
  }
  pthread_mutex_unlock(&lock);
  own = NULL;
  return !failure;
}

void queue_settle(void) { empty_own(); }

void queue_set_independent(void) { is_independent = true; }
