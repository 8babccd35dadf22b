/* FILE: lib/engine/streaming_buffer.h
 * WHAT: streaming buffers: the device has a few tiles of an object at a time. The object is larger than the
 *       memory of the device, or several devices share the loop (multi_device.h).
 *
 * libomptarget does not map such an object when the data environment begins. Each tile of the loop copies the chunks that
 * it accesses into a buffer. The kernel of the tile gets the address that the object would have if its chunks were in
 * place. Each device that executes tiles has its own buffers, a slot.
 *
 * Only the thread that executes the region uses a streaming buffer. Other threads read that there is one, and wait for the
 * end of the region before they map the object.
 */
#ifndef CLEAVE_ENGINE_STREAMING_BUFFER_H
#define CLEAVE_ENGINE_STREAMING_BUFFER_H

#include "engine/engine.h"

struct cleave_engine_device;
struct cleave_engine_object;
struct cleave_region;

/* ---- for data environments; without the lock -------------------------------------------------------- */

/* Reserves streaming buffers for REGION; false if another region has them. */
bool cleave_streaming_claim(struct cleave_region *region);

/* Gives OBJECT, whose map type is TYPE, a streaming buffer, and manages it. False without memory. */
bool cleave_streaming_new(struct cleave_engine_object *object, int64_t type);

/* OBJECT loses its streaming buffer, and libomptarget maps it. Before the data environment has begun. */
void cleave_streaming_drop(struct cleave_engine_object *object);

/* Whether the data environment must not map OBJECT. */
bool cleave_streaming_hides(const struct cleave_engine_object *object);

/* Whether OBJECT has a streaming buffer that was never opened: the next stage that uses it must map it. */
bool cleave_streaming_is_due(const struct cleave_engine_object *object);

/* libomptarget maps OBJECT now, and the streaming buffer is never opened. The effect is the same as if it had been mapped when
 * the data environment began. */
void cleave_streaming_map(struct cleave_engine_object *object);

/* CALL is a kernel of REGION: sets the lists that it is launched with. */
void cleave_streaming_launch(const struct cleave_region *region, struct cleave_engine_call *call);

/* The same in place, in lists that the caller owns, for a launch on the device of slot SLOT. */
void cleave_streaming_move(const struct cleave_region *region, unsigned slot,
                           const struct cleave_engine_arguments *items);

/* Whether item I is OBJECT, with the base pointer that the data environment has for it. */
bool cleave_streaming_is_item(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i);

/* If it is, changes the lists: for kernels its address is that of the host plus DISTANCE. */
void cleave_streaming_replace(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance);

/* REGION has ended. */
void cleave_streaming_free(struct cleave_region *region);

/* ---- for loops --------------------------------------------------------------------------------------- */

/* Whether OBJECT has a streaming buffer that is not open. */
bool cleave_streaming_is_closed(const struct cleave_engine_object *object);
/* Whether its bytes are copied to the device; and back. */
bool cleave_streaming_comes(const struct cleave_engine_object *object);
bool cleave_streaming_returns(const struct cleave_engine_object *object);
/* The number of tiles of OBJECT that are on a device at a time. */
unsigned cleave_streaming_chunks(const struct cleave_engine_object *object);
/* Bytes of device memory for all streaming buffers of its region that are open at a time. */
size_t cleave_streaming_memory(const struct cleave_engine_object *object);

/* Allocates a slot on DEVICE, with buffers of BYTES bytes: slot 0 on the device of the region, further slots on others.
 * False if the device has no memory for it. */
bool cleave_streaming_open(struct cleave_engine_object *object, struct cleave_engine_device *device,
                           size_t bytes);
/* Frees the slot that was opened last. */
void cleave_streaming_open_no_more(struct cleave_engine_object *object);

/* Queues the copy of the bytes [BEGIN, END), those of tile TILE, to the device of slot SLOT. Each slot counts its tiles from 0.
 * Further calls for a tile do nothing. */
void cleave_streaming_fetch(struct cleave_engine_object *object, unsigned slot, uint64_t tile, size_t begin,
                            size_t end);
/* Tile TILE is next: waits until its bytes have arrived. */
void cleave_streaming_enter(struct cleave_engine_object *object, unsigned slot, uint64_t tile);
/* Tile TILE has run: queues the copy of its results. */
void cleave_streaming_leave(struct cleave_engine_object *object, unsigned slot, uint64_t tile);
/* Waits until all results have been copied back. The data environment still does not map OBJECT. */
void cleave_streaming_close(struct cleave_engine_object *object);

#endif
