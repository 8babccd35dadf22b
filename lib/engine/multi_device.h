/* FILE: lib/engine/multi_device.h
 * WHAT: loops whose tiles several devices share, since the user asked for it (`#pragma cleave pipeline(devices)`).
 *
 * Tile t of a loop runs on device t modulo their number. What iterations have chunks of, each device sees through
 * windows of its own (streaming_buffer.h); of what the loop only reads, the devices beside the region's get copies of their
 * own, replicated. libomptarget knows of neither, on any device, so presence and reference counts stay those of a
 * region on one device.
 *
 * The region's thread goes through its tiles as ever, but the launch of each kernel is kept for the loop's end
 * instead of being made. Then one thread for each device makes the launches of its tiles; the region's thread is
 * that of the region's device.
 */
#ifndef CLEAVE_ENGINE_MULTI_DEVICE_H
#define CLEAVE_ENGINE_MULTI_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

struct cleave_engine_device;
struct cleave_engine_object;

struct cleave_launch_arguments;

/* ---- for tile_execution.c: of the thread that executes the region --------------------------------------------- */

struct cleave_partition;

/* The devices for OBJECT's region, its own one first; their number in *COUNT, at least 1. */
struct cleave_engine_device *const *cleave_partition_devices(const struct cleave_engine_object *object,
                                                             unsigned *count);

/* A loop of TILES tiles, on the device of the region of OBJECT, one that it uses, alone for now. NULL without
 * memory. */
struct cleave_partition *cleave_partition_new(const struct cleave_engine_object *object, uint64_t tiles);

/* The loop reads all of OBJECT. */
bool cleave_partition_read(struct cleave_partition *partition, struct cleave_engine_object *object);

/* DEVICE is to take part, and gets replicated. False if it has no memory for them. */
bool cleave_partition_add(struct cleave_partition *partition, struct cleave_engine_device *device);

/* Kernels that this thread launches are from now on those of tile TILE of SPREAD; NULL: as ever. */
void cleave_partition_set(struct cleave_partition *partition, uint64_t tile);

/* All launches are known. On how many of its devices they can run. */
unsigned cleave_partition_settle(struct cleave_partition *partition);

/* Makes the launches, between ENTER and LEAVE for each tile: the tile is the one of number INDEX on the device
 * VIEW. From several threads at once, for one device each. Returns when all kernels have ended. */
void cleave_partition_run(struct cleave_partition *partition, void *loop,
                          void (*enter)(void *loop, unsigned slot, uint64_t index),
                          void (*leave)(void *loop, unsigned slot, uint64_t index));

void cleave_partition_free(struct cleave_partition *partition);

/* ---- for lib/runtime ----------------------------------------------------------------------------------- */

/* A kernel's launch, and the function that makes it. */
struct cleave_partition_launch {
  void *location, *host_pointer;
  int32_t teams, thread_limit;
  struct cleave_launch_arguments *arguments;
  int (*run)(void *location, int64_t device, int32_t teams, int32_t thread_limit, void *host_pointer,
             struct cleave_launch_arguments *arguments);
};

/* Whether this thread's launch is kept for later: LAUNCH is copied then, with all that it leads to. */
bool cleave_partition_keeps(const struct cleave_partition_launch *launch);

/* ---- for transfer_queue.c: after a fork, in the child ------------------------------------------------------------ */

void cleave_partition_forked(void);

#endif
