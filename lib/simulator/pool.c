/* FILE: lib/simulator/pool.c
 * WHAT: memory of a worker by powers of two: frames and reconvergence points are used again and again.
 */
#include <stdlib.h>

#include "simulator/machine.h"

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
