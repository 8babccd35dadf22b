/* FILE: lib/engine/streaming_buffer.h
 * WHAT: objects of which a device sees a few tiles at a time, through buffers of the engine's own: because they
 *       are larger than its memory, or because several devices share the loop (multi_device.h).
 *
 * When such a data environment begins, the objects that only one of its loops uses, in chunks, are kept from
 * libomptarget. The loop's tiles bring their parts of them
 * along, and each kernel's launch gets the address that the object would have if all of it were where
 * the tile's part is.
 *
 * A window is the business of the thread that executes the region. Others read only that there is one, and wait
 * for the region's end before they map its object.
 */
#ifndef CLEAVE_ENGINE_STREAMING_BUFFER_H
#define CLEAVE_ENGINE_STREAMING_BUFFER_H

#include "engine/engine.h"

struct cleave_engine_device;
struct cleave_engine_object;
struct cleave_region;

/* ---- for regions.c; without the lock --------------------------------------------------------------- */

/* Reserves streaming buffers for REGION; false if another region has them. */
bool cleave_streaming_claim(struct cleave_region *region);

/* Gives OBJECT, whose map type is TYPE, a streaming buffer, and manages it. False without memory. */
bool cleave_streaming_new(struct cleave_engine_object *object, int64_t type);

/* OBJECT has no window: all of it is libomptarget's. Before the data environment has begun. */
void cleave_streaming_drop(struct cleave_engine_object *object);

/* Whether the data environment is not to know OBJECT. */
bool cleave_streaming_hides(const struct cleave_engine_object *object);

/* Whether OBJECT has a window which was never opened: what uses the object next has to map it. */
bool cleave_streaming_is_due(const struct cleave_engine_object *object);

/* The window is not open, and never will be: libomptarget maps OBJECT after all, which nobody can tell from having
 * mapped it when the data environment began. */
void cleave_streaming_map(struct cleave_engine_object *object);

/* CALL is a kernel of REGION's: sets what it is to be launched with. */
void cleave_streaming_launch(const struct cleave_region *region, struct cleave_engine_call *call);

/* The same for lists that are the caller's to change, and a launch on the device of view VIEW. */
void cleave_streaming_move(const struct cleave_region *region, unsigned slot,
                           const struct cleave_engine_arguments *items);

/* Whether item I is OBJECT, under the name that the data environment has for it. */
bool cleave_streaming_is_item(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i);

/* If it is: kernels find it in DISTANCE from where the host has it. Changes the lists. */
void cleave_streaming_replace(const struct cleave_engine_object *object,
                              const struct cleave_engine_arguments *items, int32_t i, uintptr_t distance);

/* REGION has ended. */
void cleave_streaming_free(struct cleave_region *region);

/* ---- for tile_execution.c ------------------------------------------------------------------------------------- */

/* Whether OBJECT has a window, which is not open. */
bool cleave_streaming_is_closed(const struct cleave_engine_object *object);
/* Whether its bytes are copied to the device, and back. */
bool cleave_streaming_comes(const struct cleave_engine_object *object);
bool cleave_streaming_returns(const struct cleave_engine_object *object);
/* How many parts of OBJECT are on the device at a time. */
unsigned cleave_streaming_chunks(const struct cleave_engine_object *object);
/* Bytes of device memory for all windows of its region that are open at a time. */
size_t cleave_streaming_memory(const struct cleave_engine_object *object);

/* Opens it on DEVICE, for parts of up to BYTES bytes: the first time on the region's, which is view 0, and then on
 * others. False if the device has no memory for it. */
bool cleave_streaming_open(struct cleave_engine_object *object, struct cleave_engine_device *device,
                           size_t bytes);
/* As if it had not been opened the last time. */
void cleave_streaming_open_no_more(struct cleave_engine_object *object);

/* On the device of view VIEW. Tiles are counted from 0 on, for each view:
 * the bytes [BEGIN, END) are those of tile TILE, whose copy to the device begins. Calls again do nothing. */
void cleave_streaming_fetch(struct cleave_engine_object *object, unsigned slot, uint64_t tile, size_t begin,
                            size_t end);
/* Tile TILE is next: waits until its bytes are there. */
void cleave_streaming_enter(struct cleave_engine_object *object, unsigned slot, uint64_t tile);
/* It has run: its results go back. */
void cleave_streaming_leave(struct cleave_engine_object *object, unsigned slot, uint64_t tile);
/* Waits until all has come back. The object stays hidden. */
void cleave_streaming_close(struct cleave_engine_object *object);

#endif
