/* FILE: lib/engine/thread_records.c
 * WHAT: see thread_records.h.
 */
#include "engine/thread_records.h"

#include <stdlib.h>

static struct cleave_engine_thread *threads; /* the lock is held; never freed, but reused */
static _Thread_local struct cleave_engine_thread *mine;
static pthread_key_t at_thread_end;

static void give_back(void *record) {
  struct cleave_engine_thread *thread = record;
  mine = NULL;
  pthread_mutex_lock(&cleave_engine_lock);
  /* If a region never ended, the record stays in use. */
  thread->in_use = thread->innermost || atomic_load(&thread->calls);
  pthread_mutex_unlock(&cleave_engine_lock);
}

static void make_key(void) { pthread_key_create(&at_thread_end, give_back); }

struct cleave_engine_thread *cleave_engine_this_thread(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (mine)
    return mine;
  pthread_once(&once, make_key);
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

struct cleave_engine_thread *cleave_engine_threads(void) { return threads; }
