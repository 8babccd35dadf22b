/* FILE: lib/interposer/stream_chain.c
 * WHAT: deferred synchronization: the kernels of a region run in order without a wait of the host after each.
 *
 * The OpenMP run time waits for the stream of each construct and returns the stream to its pool. Here such a wait is
 * deferred if the host does not need its outcome. Four rules preserve every order that the wait established:
 *
 * - The work of a thread's regions forms one chain. Before work goes to another stream than the last one (the tail), that
 *   stream waits on the device for the tail. So a wait for the tail is a wait for the chain.
 * - Work of other threads is ordered after each chain with a deferred wait. These threads may have allocated memory that
 *   the run time regards as free. Only memory of the run time's pool is reused without a call of CUDA, and its blocks
 *   are small.
 * - Small copies to the device are staged, because the run time may reuse their page-locked source.
 * - Before memory is freed, and before a call that belongs to no stream, the host waits for all chains.
 *
 * Launches of a time loop may be held (launch_graph.h). Before any call that could show a difference they are released:
 * docs/design/graphs.md.
 */
#include "interposer/complete_events.h"
#include "interposer/cuda_table.h"
#include "interposer/launch_graph.h"
#include "interposer/stream_chain.h"
#include "interposer/stream_wait.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "process/fork.h"

enum {
  STAGING_BYTES = 1 << 20, /* of a chain; if they are used up, the host waits and reuses them */
  LARGEST_COPY = 64 << 10, /* a larger one takes so long that a wait adds little */
  STAGING_ALIGNMENT = 64,
  LARGEST_OF_POOL = 1 << 20 /* of the run time's memory manager: runtime/buffers.h */
};

/* A stream and its place in the order. */
struct chained_stream {
  struct chained_stream *next;
  CUstream handle;
  CUcontext context;
  CUevent event;          /* recorded again for each stream that waits for this one */
  uint64_t ordered_after; /* the number of the last deferred wait that it is ordered after */
};

/* The work that a thread's regions have submitted. */
struct chain {
  struct chain *next;
  uint64_t number;
  struct chained_stream *tail; /* NULL: no work is pending */
  bool needed;                 /* the next wait is not deferred */
  uint64_t deferred;           /* the number of the last deferred wait since no work was pending; 0: none */
  struct launch_graph *graph;  /* NULL: none yet. Its held launches are for the tail. */
  CUresult lost; /* the error of a held launch, which the thread has not been told at the launch */
  size_t staged;
  unsigned char staging[STAGING_BYTES];
};

CLEAVE_LOCK(lock); /* of all below and all that it points to */
static struct chained_stream *chained_streams;
static _Atomic(struct chain *) chains; /* of the threads with a region; read without the lock */
static struct chain *unused;
static atomic_bool has_graphs; /* a thread has held launches, or may do so */
static uint64_t waits_deferred, chains_begun;
static size_t largest_of_pool;

/* Of this thread. */
static _Thread_local struct chain *own; /* NULL: no region, or no memory for it */
static _Thread_local unsigned regions;
static _Thread_local bool is_independent;
static _Thread_local CUresult failure; /* of a wait; all later calls return it, as CUDA's do */

static struct chained_stream *find(CUstream handle) {
  struct chained_stream *stream = chained_streams;
  while (stream && stream->handle != handle)
    stream = stream->next;
  return stream;
}

/* ---- Streams ------------------------------------------------------------------------------------- */

CUresult chain_add_stream(CUstream handle) {
  if (!interposer.defers)
    return CUDA_SUCCESS;
  struct chained_stream *stream = calloc(1, sizeof *stream);
  if (!stream)
    return CUDA_ERROR_OUT_OF_MEMORY;
  stream->handle = handle;
  CUresult result = interposer.cuda.cuEventCreate(&stream->event, CU_EVENT_DISABLE_TIMING);
  if (!result && atomic_load(&interposer.holds))
    result = interposer.cuda.cuCtxGetCurrent(&stream->context);
  if (result) {
    free(stream);
    return result;
  }
  pthread_mutex_lock(&lock);
  stream->next = chained_streams;
  chained_streams = stream;
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

void chain_forget_stream(CUstream handle) {
  pthread_mutex_lock(&lock);
  struct chained_stream **link = &chained_streams;
  while (*link && (*link)->handle != handle)
    link = &(*link)->next;
  struct chained_stream *stream = *link;
  if (stream)
    *link = stream->next;
  pthread_mutex_unlock(&lock);
  if (stream)
    interposer.cuda.cuEventDestroy(stream->event);
  free(stream);
}

/* ---- Held launches: the lock is held, except in functions of the header ----------------------------- */

/* The launches of CHAIN, of any thread, are made. */
static CUresult release(struct chain *chain) {
  if (!chain->lost)
    chain->lost = launch_graph_release(chain->graph);
  return chain->lost;
}

/* The next launch of this thread begins another sequence. */
static CUresult end_sequence(void) {
  const CUresult result = release(own);
  launch_graph_end_sequence(own->graph);
  return result;
}

static CUresult end_own_sequence(void) {
  if (!own->graph)
    return CUDA_SUCCESS;
  pthread_mutex_lock(&lock);
  failure = end_sequence();
  pthread_mutex_unlock(&lock);
  return failure;
}

/* Releases the launches of all threads or, without ALL, of this thread and in the stream HANDLE. Returns the first error. The
 * sequence of this thread ends. */
static CUresult release_launches(bool all, CUstream handle) {
  CUresult result = CUDA_SUCCESS;
  if (!atomic_load(&has_graphs) || !atomic_load(&chains))
    return result;
  pthread_mutex_lock(&lock);
  for (struct chain *each = atomic_load(&chains); each; each = each->next)
    if (all || each == own || (each->tail && each->tail->handle == handle)) {
      const CUresult released = each == own ? end_sequence() : release(each);
      result = result ? result : released;
    }
  pthread_mutex_unlock(&lock);
  return result;
}

CUresult chain_before_look(CUstream handle) { return release_launches(false, handle); }

CUresult chain_release_all(void) { return release_launches(true, NULL); }

static void forget_graphs(struct chain *list) {
  for (; list; list = list->next)
    launch_graph_forget(list->graph);
}

void chain_forget_graphs(void) {
  pthread_mutex_lock(&lock);
  forget_graphs(atomic_load(&chains));
  forget_graphs(unused);
  pthread_mutex_unlock(&lock);
}

/* ---- Waits --------------------------------------------------------------------------------------- */

/* No work of the thread's own chain is pending. */
static void set_drained(void) {
  pthread_mutex_lock(&lock);
  own->tail = NULL;
  own->needed = false;
  own->deferred = 0;
  own->staged = 0;
  pthread_mutex_unlock(&lock);
}

static CUresult drain_own(void) {
  if (failure || !own || end_own_sequence())
    return failure;
  if (!own->tail) {
    own->staged = 0;
    return CUDA_SUCCESS;
  }
  failure = wait_for_stream(own->tail->handle);
  if (!failure)
    set_drained();
  return failure;
}

/* While another thread is in a region, its kernels would wait on the device for this chain. The lock is held. */
static bool is_alone(void) { return atomic_load(&chains) == own && !own->next; }

bool chain_defers_wait(CUstream handle, CUresult *result) {
  if ((*result = failure))
    return true;
  if (own && !is_independent) {
    pthread_mutex_lock(&lock);
    const bool holds = is_alone() && own->tail && own->tail->handle == handle && !own->needed;
    if (holds)
      own->deferred = ++waits_deferred;
    pthread_mutex_unlock(&lock);
    if (holds)
      return true;
  }
  *result = chain_before_look(handle);
  return *result;
}

void chain_waited(CUstream handle) {
  if (own && own->tail && own->tail->handle == handle)
    set_drained();
}

/* Finds the tail of the first chain after number *AFTER that has a deferred wait, and sets *AFTER to its number.
 * Returns false if there is none. */
static bool next_deferred_tail(uint64_t *after, CUstream *tail) {
  pthread_mutex_lock(&lock);
  const struct chain *next = NULL;
  for (const struct chain *each = atomic_load(&chains); each; each = each->next)
    if (each->deferred && each->number > *after && (!next || each->number < next->number))
      next = each;
  if (next) {
    *after = next->number;
    *tail = next->tail->handle;
  }
  pthread_mutex_unlock(&lock);
  return next;
}

CUresult chain_drain(void) {
  const CUresult released = chain_release_all();
  if (failure || is_independent || !atomic_load(&chains))
    return failure;
  CUresult result = released ? released : drain_own();
  CUstream tail;
  for (uint64_t number = 0; !result && next_deferred_tail(&number, &tail);)
    result = wait_for_stream(tail);
  return result;
}

/* ---- Work ---------------------------------------------------------------------------------------- */

/* The stream HANDLE waits on the device for TAIL. */
static CUresult order_after(CUstream handle, const struct chained_stream *tail) {
  const CUresult result = interposer.cuda.cuEventRecord(tail->event, tail->handle);
  return result ? result : interposer.cuda.cuStreamWaitEvent(handle, tail->event, 0);
}

/* Orders the stream HANDLE after the chains of all threads or, without OTHERS, after the own chain. The lock is held. */
static CUresult order_after_all(CUstream handle, struct chained_stream *stream, bool others) {
  for (struct chain *each = atomic_load(&chains); each; each = each->next) {
    const bool waits =
        each == own ? each->tail != NULL : others && each->deferred > (stream ? stream->ordered_after : 0);
    CUresult result = waits && each != own ? release(each) : CUDA_SUCCESS;
    if (!result && waits && each->tail != stream)
      result = order_after(handle, each->tail);
    if (result)
      return result;
  }
  if (stream && others)
    stream->ordered_after = waits_deferred;
  return CUDA_SUCCESS;
}

/* chain_work, for work that belongs to the sequence of launches. */
static CUresult add_work(CUstream handle, bool needed, size_t bytes) {
  if (failure || is_independent || !atomic_load(&chains))
    return failure;
  pthread_mutex_lock(&lock);
  struct chained_stream *stream = find(handle);
  const bool is_pooled = bytes <= largest_of_pool;
  const CUresult result = order_after_all(handle, stream, is_pooled);
  /* Waits for a stream that is older than the interposer are not deferred. */
  if (!result && own && stream) {
    own->tail = stream;
    own->needed |= needed;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

CUresult chain_work(CUstream handle, bool needed, size_t bytes) {
  if (own && !failure && end_own_sequence())
    return failure;
  return add_work(handle, needed, bytes);
}

/* Launches are held while waits are deferred: by the only thread in a region, in the stream of its last work. */
CUresult chain_launch(const struct launch *launch, bool *held) {
  *held = false;
  if (own && !failure && !is_independent && atomic_load(&interposer.holds)) {
    pthread_mutex_lock(&lock);
    if (!own->graph) {
      own->graph = launch_graph_new();
      atomic_store(&has_graphs, true);
    }
    failure = own->lost;
    if (!failure && (!is_alone() || !own->tail || own->tail->handle != launch->stream))
      failure = end_sequence();
    if (!failure && own->graph) {
      *held = launch_graph_holds(own->graph, launch, own->tail ? own->tail->context : NULL, &own->lost);
      failure = own->lost;
    }
    pthread_mutex_unlock(&lock);
  }
  return *held || failure ? failure : add_work(launch->stream, false, 0);
}

CUresult chain_wait_event(CUstream handle, CUevent event, unsigned flags, bool *dropped) {
  *dropped = own && !failure && !is_independent && !flags && atomic_load(&interposer.holds) &&
             event_is_complete(event);
  return *dropped ? CUDA_SUCCESS : chain_work(handle, false, SIZE_MAX);
}

/* Nothing has to wait for an event, so it does not become the tail. */
CUresult chain_event(CUstream handle) {
  const CUresult released = chain_before_look(handle);
  if (failure || is_independent || !own)
    return failure;
  if (released)
    return released;
  pthread_mutex_lock(&lock);
  const CUresult result = order_after_all(handle, find(handle), false);
  pthread_mutex_unlock(&lock);
  return result;
}

CUresult chain_copy(CUstream handle, const void **from, size_t bytes) {
  if (!own || is_independent || failure || bytes > LARGEST_COPY)
    return chain_work(handle, true, bytes);
  pthread_mutex_lock(&lock);
  const bool is_known = find(handle);
  pthread_mutex_unlock(&lock);
  if (!is_known)
    return chain_work(handle, true, bytes);
  if (own->staged + bytes > STAGING_BYTES) {
    const CUresult result = drain_own();
    if (result)
      return result;
  }
  const CUresult result = chain_work(handle, false, bytes);
  if (result)
    return result;
  unsigned char *place = own->staging + own->staged;
  memcpy(place, *from, bytes);
  own->staged += (bytes + STAGING_ALIGNMENT - 1) / STAGING_ALIGNMENT * STAGING_ALIGNMENT;
  *from = place;
  return CUDA_SUCCESS;
}

/* ---- Regions ------------------------------------------------------------------------------------- */

/* Own pages, which no other code page-locks. */
static struct chain *make_chain(void) {
  void *pages = mmap(NULL, sizeof(struct chain), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

/* The child process has this thread only. */
static void forget_others(void) {
  if (own)
    own->next = NULL;
  atomic_store(&chains, own);
  unused = NULL;
}

void chain_start(void) {
  pthread_atfork(NULL, NULL, forget_others);
  largest_of_pool = getenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD") ? SIZE_MAX : LARGEST_OF_POOL;
}

void chain_begin_region(void) {
  /* After a failure this thread submits no work: it needs no chain. */
  if (regions++ || failure)
    return;
  pthread_mutex_lock(&lock);
  own = unused;
  if (own)
    unused = own->next;
  else
    own = make_chain();
  if (own) {
    own->number = ++chains_begun;
    own->next = atomic_load(&chains);
    atomic_store(&chains, own);
  }
  pthread_mutex_unlock(&lock);
}

bool chain_end_region(void) {
  drain_own();
  if (--regions || !own)
    return !failure;
  pthread_mutex_lock(&lock);
  struct chain *before = atomic_load(&chains);
  if (before == own) {
    atomic_store(&chains, own->next);
  } else {
    while (before->next != own)
      before = before->next;
    before->next = own->next;
  }
  /* After a failure the device may still read the staged bytes. */
  if (!failure) {
    own->next = unused;
    unused = own;
  }
  pthread_mutex_unlock(&lock);
  own = NULL;
  return !failure;
}

void chain_synchronize(void) { drain_own(); }

void chain_set_independent(void) { is_independent = true; }
