/* FILE: lib/process/fork.h
 * WHAT: locks that are free in the child of a fork.
 *
 * The child has only the thread that forked, so a lock that another thread holds would never be released there. Handlers that
 * take all locks before a fork are not possible: CUDA forks inside calls that are made with some of them held. So each child
 * begins with its locks free, although another thread may have been changing what they guard. Therefore these locks guard
 * only lists that one store extends, and data that a child does not use: it has no engine, and CUDA does not work in it.
 */
#ifndef CLEAVE_PROCESS_FORK_H
#define CLEAVE_PROCESS_FORK_H

#include <pthread.h>

/* Defines the lock NAME of a file. */
#define CLEAVE_LOCK(name)                                                                                    \
  static pthread_mutex_t name = PTHREAD_MUTEX_INITIALIZER;                                                   \
  static void free_##name##_in_child(void) { pthread_mutex_init(&name, NULL); }                              \
  __attribute__((constructor)) static void watch_##name(void) {                                              \
    pthread_atfork(NULL, NULL, free_##name##_in_child);                                                      \
  }                                                                                                          \
  struct cleave_needs_a_semicolon

#endif
