/* FILE: lib/engine/transfer_queue.h
 * WHAT: transfers by threads of the engine: for each device and direction one thread, which copies chunks in the order of
 *       the schedule. The lock is held.
 */
#ifndef CLEAVE_ENGINE_TRANSFER_QUEUE_H
#define CLEAVE_ENGINE_TRANSFER_QUEUE_H

#include "engine/state.h"

/* Queues the bytes [BEGIN, END) of OBJECT, after all work that this thread, the region's, has given to the device. A chunk
 * that cannot be queued has failed, or is NULL. Releases the lock meanwhile. */
struct cleave_transfer_chunk *cleave_queue_add(struct cleave_engine_object *object,
                                               enum cleave_direction direction, size_t begin, size_t end);

/* The same for a buffer of the engine on DEVICE, with the bytes at BUFFER. */
struct cleave_transfer_chunk *cleave_queue_add_apart(struct cleave_engine_object *object,
                                                     struct cleave_engine_device *device, char *buffer,
                                                     enum cleave_direction direction, size_t begin,
                                                     size_t end);

/* Waits until no chunk is being copied. */
void cleave_queue_stop(void);

/* In the child of a fork: there are no threads. */
void cleave_queue_forked(void);

#endif
