/* FILE: lib/engine/fork_handling.c
 * WHAT: the engine in the child of a fork: off, and with a lock that the child can take.
 *
 * The lock is taken before a fork, so that the child gets a consistent state. That is possible because no function holds
 * it while it calls the driver, which may fork. Other locks of the project: process/fork.h.
 */
#include "engine/multi_device.h"
#include "engine/presence.h"
#include "engine/state.h"
#include "engine/transfer_queue.h"

static void before_fork(void) { pthread_mutex_lock(&cleave_engine_lock); }

static void in_parent(void) { pthread_mutex_unlock(&cleave_engine_lock); }

/* The child has only the thread that forked. */
static void in_child(void) {
  atomic_store(&cleave_engine_on, false);
  pthread_cond_init(&cleave_engine_changed, NULL);
  cleave_presence_forked();
  cleave_queue_forked();
  cleave_partition_forked();
  pthread_mutex_unlock(&cleave_engine_lock);
}

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(before_fork, in_parent, in_child);
}
