/* FILE: lib/simulator/pool.c
 * WHAT: see pool.h. By powers of two: frames and reconvergence points are used again and again.
 */
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#include "simulator/machine.h"
#include "simulator/pool.h"

static void keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD,
          32 << 20); /* the largest that glibc permits; an allocation below it comes from freed memory */
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

void pool_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, keep_freed_memory);
}

static unsigned class_of(size_t bytes) {
  unsigned class = 6;
  while (((size_t)1 << class) < bytes)
    class ++;
  return class;
}

void *pool_take(struct worker *worker, size_t bytes) {
  const unsigned class = class_of(bytes);
  void *item = worker->free_items[class];
  if (!item)
    return aligned_alloc(64, (size_t)1 << class);
  memcpy(&worker->free_items[class], item, sizeof item);
  return item;
}

void pool_give(struct worker *worker, void *item, size_t bytes) {
  const unsigned class = class_of(bytes);
  memcpy(item, &worker->free_items[class], sizeof item);
  worker->free_items[class] = item;
}

void pool_free(struct worker *worker) {
  for (size_t class = 0; class < sizeof worker->free_items / sizeof *worker->free_items; class ++)
    while (worker->free_items[class]) {
      void *item = worker->free_items[class];
      memcpy(&worker->free_items[class], item, sizeof item);
      free(item);
    }
}
