/* FILE: lib/process/fork.h
 * WHAT: locks that a forked child can take.
 *
 * A child has the thread that forked alone: a lock that another one held stays locked there forever. To take all
 * locks before a fork would not do: the CUDA driver forks in calls that are made under some of them. So each child
 * begins with its locks free. What they guard may be as another thread left it halfway; so they are for lists that
 * one store makes longer, and for what is worth nothing in a child: there is no engine, and the CUDA driver refuses
 * to work in it.
 */
#ifndef CLEAVE_PROCESS_FORK_H
#define CLEAVE_PROCESS_FORK_H

#include <pthread.h>

/* The lock NAME of a file. */
#define CLEAVE_LOCK(name)                                                                                    \
  static pthread_mutex_t name = PTHREAD_MUTEX_INITIALIZER;                                                   \
  static void free_##name##_in_child(void) { pthread_mutex_init(&name, NULL); }                              \
  __attribute__((constructor)) static void watch_##name(void) {                                              \
    pthread_atfork(NULL, NULL, free_##name##_in_child);                                                      \
  }                                                                                                          \
  struct cleave_needs_a_semicolon

#endif
