/* FILE: lib/engine/presence.c
 * WHAT: which constructs of other threads touch the objects of a region, and what follows.
 *
 * A construct is published before it asks whether any object is managed, and a region counts as one
 * that manages objects before it looks at what is published (both sequentially consistent). So of a
 * construct and a region that begin at the same time, at least one sees the other:
 *
 *   - the region sees the construct: it leaves the objects that both name to libomptarget;
 *   - the construct sees the region: it waits while those objects are in between (their data
 *     environment begins or ends, or bytes of them are being copied), and marks them as touched.
 *
 * A construct is withdrawn before it returns, and if objects are managed then, only when nobody
 * can be reading it any more: who reads it holds the lock.
 */
#include <stdlib.h>
#include <time.h>

#include "engine/state.h"
#include "runtime/descriptor.h"

pthread_mutex_t cleave_engine_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cleave_engine_changed = PTHREAD_COND_INITIALIZER;

static struct cleave_engine_thread *threads; /* never freed, used again */
static struct cleave_region *managing;       /* regions that manage objects */
static atomic_int managing_count;            /* of them */
static atomic_int unpublished;               /* constructs under way of threads without a record */

static _Thread_local struct cleave_engine_thread *mine;
static pthread_key_t at_thread_end;

/* ---- threads ------------------------------------------------------------------------------------- */

static void give_back(void *record) {
  struct cleave_engine_thread *thread = record;
  mine = NULL;
  pthread_mutex_lock(&cleave_engine_lock);
  /* With a region that never ended, its record stays what it is. */
  thread->in_use = thread->innermost || atomic_load(&thread->calls);
  pthread_mutex_unlock(&cleave_engine_lock);
}

static void before_fork(void) { pthread_mutex_lock(&cleave_engine_lock); }

static void in_parent(void) { pthread_mutex_unlock(&cleave_engine_lock); }

/* Of all threads, the child has the one that forked. */
static void in_child(void) {
  atomic_store(&cleave_engine_on, false);
  pthread_cond_init(&cleave_engine_changed, NULL);
  for (struct cleave_region *region = managing; region; region = region->next)
    for (int i = 0; i < region->object_count; i++)
      for (struct cleave_engine_piece *piece = region->objects[i].pieces; piece; piece = piece->next)
        if (piece->state != CLEAVE_PIECE_DONE)
          piece->state = CLEAVE_PIECE_FAILED;
  cleave_queue_forked();
  pthread_mutex_unlock(&cleave_engine_lock);
}

static void watch_threads(void) {
  pthread_key_create(&at_thread_end, give_back);
  pthread_atfork(before_fork, in_parent, in_child);
}

struct cleave_engine_thread *cleave_engine_this_thread(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (mine)
    return mine;
  pthread_once(&once, watch_threads);
  pthread_mutex_lock(&cleave_engine_lock);
  struct cleave_engine_thread *thread = threads;
  while (thread && thread->in_use)
    thread = thread->next;
  if (!thread && (thread = calloc(1, sizeof *thread))) {
    thread->next = threads;
    threads = thread;
  }
  if (thread)
    thread->in_use = true;
  pthread_mutex_unlock(&cleave_engine_lock);
  if (thread)
    pthread_setspecific(at_thread_end, thread);
  return mine = thread;
}

/* ---- what a construct touches ------------------------------------------------------------------ */

static bool overlap(const char *begin, const char *end, const char *other, const char *other_end) {
  return (uintptr_t)begin < (uintptr_t)other_end && (uintptr_t)other < (uintptr_t)end;
}

/* Whether item I of ITEMS stores a pointer of the device's in OBJECT. */
static bool attaches(const struct cleave_engine_arguments *items, int32_t i,
                     const struct cleave_engine_object *object) {
  if (!(items->types[i] & CLEAVE_ARGUMENT_IS_POINTER_AND_OBJECT))
    return false;
  /* Such an item's base pointer is overwritten by libomptarget. */
  if (items->types[i] & CLEAVE_ARGUMENT_IS_RETURNED)
    return true;
  const char *pointer = items->base_pointers[i];
  return overlap(pointer, pointer + sizeof(void *), object->host, object->host + object->bytes);
}

bool cleave_presence_names(const struct cleave_engine_arguments *items, int32_t i,
                           const struct cleave_engine_object *object) {
  const char *begin = items->pointers[i], *end = object->host + object->bytes;
  if (items->mappers && items->mappers[i])
    return true; /* a function of the program says what is mapped */
  if (items->types[i] & CLEAVE_ARGUMENT_IS_LITERAL)
    return false;
  if (attaches(items, i, object))
    return true;
  if (items->sizes[i] > 0)
    return overlap(begin, begin + items->sizes[i], object->host, end);
  /* A pointer is translated if it lies between an object's base pointer and its end. */
  const uintptr_t at = (uintptr_t)begin, host = (uintptr_t)object->host, base = (uintptr_t)object->base;
  return at >= (base < host ? base : host) && at <= (base > (uintptr_t)end ? base : (uintptr_t)end);
}

static bool touches(const struct cleave_engine_call *call, const struct cleave_engine_object *object,
                    bool own) {
  const struct cleave_engine_arguments *items = call->arguments;
  /* The kernels of a region's own thread are the region's: its schedule says what they do. Only the
   * pointers that libomptarget stores for them are not in it. */
  const bool scheduled = own && call->construct == CLEAVE_ENGINE_KERNEL;
  for (int32_t i = 0; i < items->count; i++)
    if (scheduled ? attaches(items, i, object) : cleave_presence_names(items, i, object))
      return true;
  return false;
}

/* ---- constructs ------------------------------------------------------------------------------------ */

static struct cleave_engine_thread *stopper; /* the thread that gives up the devices */

/* Whether CALL must wait, because the devices are given up. A construct that has begun may end. */
static bool is_shut(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call) {
  return cleave_engine_is_stopping() && !call->outer && thread != stopper;
}

/* CALL, which was published, waits until there are devices again. It is not published meanwhile. With nowait it is
 * dropped instead. */
static void wait_for_devices(struct cleave_engine_thread *thread, struct cleave_engine_call *call) {
  pthread_mutex_lock(&cleave_engine_lock);
  atomic_store(&thread->calls, NULL);
  pthread_cond_broadcast(&cleave_engine_changed);
  call->dropped = !call->waits && is_shut(thread, call);
  while (call->waits && is_shut(thread, call))
    pthread_cond_wait(&cleave_engine_changed, &cleave_engine_lock);
  if (!call->dropped)
    atomic_store(&thread->calls, call);
  pthread_mutex_unlock(&cleave_engine_lock);
}

bool cleave_presence_publish(struct cleave_engine_thread *thread, struct cleave_engine_call *call) {
  if (thread) {
    call->outer = atomic_load_explicit(&thread->calls, memory_order_relaxed);
    atomic_store(&thread->calls, call);
    /* Whoever stops looks for calls after it has said so: one of the two sees the other. */
    if (cleave_engine_is_stopping() && !call->outer)
      wait_for_devices(thread, call);
  } else {
    atomic_fetch_add(&unpublished, 1);
  }
  return atomic_load(&managing_count) > 0;
}

static bool others_call(const struct cleave_engine_thread *except) {
  for (struct cleave_engine_thread *thread = threads; thread; thread = thread->next)
    if (thread != except && atomic_load(&thread->calls))
      return true;
  return false;
}

void cleave_presence_stop(void) {
  enum { PATIENCE = 1 }; /* seconds: a kernel may run forever */
  struct timespec end;
  stopper = cleave_engine_this_thread();
  pthread_mutex_lock(&cleave_engine_lock);
  pthread_cond_broadcast(&cleave_engine_changed);
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += PATIENCE;
  while (others_call(stopper) && !pthread_cond_timedwait(&cleave_engine_changed, &cleave_engine_lock, &end))
    ;
  pthread_mutex_unlock(&cleave_engine_lock);
}

void cleave_presence_withdraw(struct cleave_engine_thread *thread, struct cleave_engine_call *call) {
  if (thread)
    atomic_store(&thread->calls, call->outer);
  else
    atomic_fetch_sub(&unpublished, 1);
  const bool stops = cleave_engine_is_stopping();
  if (atomic_load(&managing_count) > 0 || stops) {
    pthread_mutex_lock(&cleave_engine_lock);
    if (stops)
      pthread_cond_broadcast(&cleave_engine_changed);
    pthread_mutex_unlock(&cleave_engine_lock);
  }
}

/* Whether THREAD executes a region that manages objects, for which others may wait. */
static bool holds_objects(const struct cleave_engine_thread *thread) {
  for (const struct cleave_region *region = thread ? thread->innermost : NULL; region; region = region->outer)
    if (region->listed)
      return true;
  return false;
}

/* Whether a construct that touches OBJECT has to wait now. What is back in part is neither what it was nor
 * what it will be, until the region has ended. */
static bool is_in_between(struct cleave_engine_object *object, bool own, bool holds) {
  return (object->region->changing && !own) || cleave_queue_is_busy(object, CLEAVE_TO_DEVICE) ||
         cleave_queue_is_busy(object, CLEAVE_FROM_DEVICE) ||
         (!own && !holds && cleave_queue_is_partly_back(object));
}

/* The first object of other constructs that CALL has to wait for, or NULL; marks what it touches. */
static struct cleave_engine_object *touch(const struct cleave_engine_thread *thread,
                                          const struct cleave_engine_call *call, int64_t device,
                                          const struct cleave_region *except) {
  struct cleave_engine_object *first = NULL;
  const bool holds = holds_objects(thread);
  for (struct cleave_region *region = managing; region; region = region->next) {
    const bool own = thread && region->thread == thread;
    if (region->number != device || region == except)
      continue;
    for (int i = 0; i < region->object_count; i++) {
      struct cleave_engine_object *object = &region->objects[i];
      if (!object->managed || !touches(call, object, own))
        continue;
      /* One with a window is not there as a whole before the region has ended. */
      if (object->window) {
        first = (first || own) ? first : object;
        continue;
      }
      object->touched = true;
      if (!first && is_in_between(object, own, holds))
        first = object;
    }
  }
  return first;
}

void cleave_presence_touch(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call,
                           int64_t device, const struct cleave_region *except) {
  struct cleave_engine_object *object;
  struct cleave_trace_event *wait = NULL;
  while ((object = touch(thread, call, device, except)))
    if (object->region->changing || !cleave_queue_repair(object))
      cleave_queue_wait(NULL, &wait);
  cleave_trace_end(wait);
}

/* ---- regions --------------------------------------------------------------------------------------- */

static bool is_named(const struct cleave_engine_object *object, const struct cleave_engine_call *except) {
  for (struct cleave_engine_thread *thread = threads; thread; thread = thread->next)
    for (struct cleave_engine_call *call = atomic_load(&thread->calls); call; call = call->outer)
      if (call != except && touches(call, object, false))
        return true;
  return false;
}

void cleave_presence_list(struct cleave_region *region, const struct cleave_engine_call *call) {
  atomic_fetch_add(&managing_count, 1);
  region->listed = true;
  region->next = managing;
  managing = region;
  const bool blind = atomic_load(&unpublished) > 0;
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].managed && (blind || is_named(&region->objects[i], call)))
      region->objects[i].managed = false;
}

void cleave_presence_unlist(struct cleave_region *region) {
  struct cleave_region **link = &managing;
  while (*link != region)
    link = &(*link)->next;
  *link = region->next;
  region->listed = false;
  atomic_fetch_sub(&managing_count, 1);
  pthread_cond_broadcast(&cleave_engine_changed);
}
