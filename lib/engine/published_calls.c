/* FILE: lib/engine/published_calls.c
 * WHAT: see published_calls.h.
 *
 * A construct is published before it asks whether regions read calls, and a region registers as a reader before it looks
 * at the published calls (both sequentially consistent). So if a construct and a region begin at the same time, at least
 * one sees the other. If there are readers, a construct is withdrawn with the lock held, which a reader holds as well.
 * So no reader accesses a call that has ended.
 */
#include "engine/published_calls.h"

#include <time.h>

#include "engine/thread_records.h"

static atomic_int readers;
static atomic_int unpublished;               /* calls of threads without a record */
static struct cleave_engine_thread *stopper; /* the thread that closes the devices */

/* Whether CALL must wait, because the devices are being closed. A construct that has begun may end. */
static bool is_shut(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call) {
  return cleave_engine_is_stopping() && !call->outer && thread != stopper;
}

/* Waits until there are devices again. CALL, which was published, is not published meanwhile. With nowait it
 * is dropped instead. */
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

bool cleave_calls_publish(struct cleave_engine_thread *thread, struct cleave_engine_call *call) {
  if (thread) {
    call->outer = atomic_load_explicit(&thread->calls, memory_order_relaxed);
    atomic_store(&thread->calls, call);
    /* The thread that stops the engine sets the flag before it reads the calls. So at least one of the two
     * threads sees the other's write. */
    if (cleave_engine_is_stopping() && !call->outer)
      wait_for_devices(thread, call);
  } else {
    atomic_fetch_add(&unpublished, 1);
  }
  return atomic_load(&readers) > 0;
}

static bool others_call(const struct cleave_engine_thread *except) {
  for (struct cleave_engine_thread *thread = cleave_engine_threads(); thread; thread = thread->next)
    if (thread != except && atomic_load(&thread->calls))
      return true;
  return false;
}

bool cleave_calls_stop(void) {
  enum { PATIENCE = 1 }; /* seconds: a kernel may run forever */
  struct timespec end;
  stopper = cleave_engine_this_thread();
  pthread_mutex_lock(&cleave_engine_lock);
  pthread_cond_broadcast(&cleave_engine_changed);
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += PATIENCE;
  while (others_call(stopper) && !pthread_cond_timedwait(&cleave_engine_changed, &cleave_engine_lock, &end))
    ;
  const bool others = others_call(stopper) || atomic_load(&unpublished);
  pthread_mutex_unlock(&cleave_engine_lock);
  return !others;
}

void cleave_calls_withdraw(struct cleave_engine_thread *thread, struct cleave_engine_call *call) {
  if (thread)
    atomic_store(&thread->calls, call->outer);
  else
    atomic_fetch_sub(&unpublished, 1);
  const bool stops = cleave_engine_is_stopping();
  if (atomic_load(&readers) > 0 || stops) {
    pthread_mutex_lock(&cleave_engine_lock);
    if (stops)
      pthread_cond_broadcast(&cleave_engine_changed);
    pthread_mutex_unlock(&cleave_engine_lock);
  }
}

void cleave_engine_begin_call(struct cleave_engine_call *call) {
  static const struct cleave_engine_arguments nothing;
  *call = (struct cleave_engine_call){.arguments = cleave_engine_is_on() ? &nothing : NULL, .waits = true};
  if (call->arguments)
    cleave_calls_publish(cleave_engine_this_thread(), call);
}

void cleave_engine_end_call(struct cleave_engine_call *call) {
  if (call->arguments)
    cleave_calls_withdraw(cleave_engine_this_thread(), call);
}

void cleave_calls_add_reader(void) { atomic_fetch_add(&readers, 1); }

void cleave_calls_remove_reader(void) { atomic_fetch_sub(&readers, 1); }

bool cleave_calls_are_complete(void) { return atomic_load(&unpublished) == 0; }
