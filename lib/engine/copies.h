/* FILE: lib/engine/copies.h
 * WHAT: the transfers of a region as its own thread sees them. The lock is held, and released during waits.
 */
#ifndef CLEAVE_ENGINE_COPIES_H
#define CLEAVE_ENGINE_COPIES_H

#include "engine/state.h"

/* Waits until CHUNK has been copied or has failed. What this thread gives to the device next is ordered after it. */
void cleave_copies_finish(struct cleave_transfer_chunk *chunk);

/* Waits until the first END bytes of OBJECT are on the device. */
void cleave_copies_await(struct cleave_engine_object *object, size_t end);

/* Queues the bytes of OBJECT that are not on their way back. Nothing writes them any more. */
void cleave_copies_send_rest(struct cleave_engine_object *object);

/* Stages before STAGE have been executed: queues the objects that they wrote last. */
void cleave_copies_send_finished(struct cleave_region *region, int stage);

/* Waits until no transfer of the region is pending. */
void cleave_copies_await_all(struct cleave_region *region);

/* No transfer of REGION's objects is pending, and none will begin. */
void cleave_copies_release(struct cleave_region *region);

/* Whether all of OBJECT has been copied back, so that libomptarget need not copy it. */
bool cleave_copies_are_back(const struct cleave_engine_object *object);

/* Frees EVENT, which no thread waits for. */
void cleave_copies_free_event(struct cleave_engine_device *device, struct cleave_device_event *event);

#endif
