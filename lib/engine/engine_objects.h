/* FILE: lib/engine/engine_objects.h
 * WHAT: the objects of this thread's innermost region, for loops that run tile by tile. Without the lock.
 */
#ifndef CLEAVE_ENGINE_ENGINE_OBJECTS_H
#define CLEAVE_ENGINE_ENGINE_OBJECTS_H

#include <stddef.h>

struct cleave_engine_object;
struct cleave_timer;
struct cleave_transfer_rates;

/* The object of this thread's innermost region that begins at ADDRESS in host memory; NULL if the engine
 * does not copy it. */
struct cleave_engine_object *cleave_engine_find(const void *address);

/* The same, also if the engine does not copy it; but not if its data environment has not begun. */
struct cleave_engine_object *cleave_engine_find_any(const void *address);

size_t cleave_engine_bytes(const struct cleave_engine_object *object);

/* The number of its bytes that must still be copied to the device, and back. */
size_t cleave_engine_missing(const struct cleave_engine_object *object);
size_t cleave_engine_returning(const struct cleave_engine_object *object);

/* The rates of transfers to OBJECT's device; NULL: not known. */
const struct cleave_transfer_rates *cleave_engine_rates(const struct cleave_engine_object *object);

/* Starts a timer of this thread on OBJECT's device; NULL if the device has only the host's time. The second
 * function returns its time in ns; below 0: not known. */
struct cleave_timer *cleave_engine_start_timer(const struct cleave_engine_object *object);
double cleave_engine_stop_timer(const struct cleave_engine_object *object, struct cleave_timer *timer);

/* The number of threads that fill OBJECT's device. */
double cleave_engine_filling(const struct cleave_engine_object *object);

/* Waits until the first END bytes of OBJECT are on the device. */
void cleave_engine_await(struct cleave_engine_object *object, size_t end);

/* The bytes [BEGIN, END) of OBJECT have their final value: queues their copy to the host. Does nothing for an
 * object that is not copied back. */
void cleave_engine_send_back(struct cleave_engine_object *object, size_t begin, size_t end);

#endif
