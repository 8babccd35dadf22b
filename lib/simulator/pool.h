/* FILE: lib/simulator/pool.h
 * WHAT: memory of a worker that is used again, in a launch and by the next one.
 */
#ifndef CLEAVE_SIMULATOR_POOL_H
#define CLEAVE_SIMULATOR_POOL_H

#include <stddef.h>

struct worker;

/* Before a launch: the process keeps the memory that launches free. To give megabytes for each block back to the system took two thirds of
 * the time of short launches. Any thread. */
void pool_prepare(void);
/* BYTES of memory, aligned to 64, which pool_give takes back with the same number. Only the thread of WORKER. */
void *pool_take(struct worker *worker, size_t bytes);
void pool_give(struct worker *worker, void *item, size_t bytes);
/* Frees what has been given back. */
void pool_free(struct worker *worker);

#endif
