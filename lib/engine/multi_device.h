/* FILE: lib/engine/multi_device.h
 * WHAT: a loop whose tiles several devices share (`#pragma cleave pipeline(devices)`): a partition.
 *
 * Tile t runs on device t modulo the number of devices. Each device has streaming buffers for the objects of which iterations
 * access chunks (streaming_buffer.h). For the objects that the loop only reads, each device but the region's has a
 * replicated buffer. libomptarget sees neither, so presence and reference counts are those of a region on one device.
 *
 * The region's thread executes the loop over tiles, but launches are recorded and not made. At the end of the loop one
 * thread for each device makes the launches of its tiles; the region's thread does so for the region's device.
 */
#ifndef CLEAVE_ENGINE_MULTI_DEVICE_H
#define CLEAVE_ENGINE_MULTI_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

struct cleave_engine_device;
struct cleave_engine_object;
struct cleave_launch_arguments;

/* ---- for loops: by the thread that executes the region ------------------------------------------------ */

struct cleave_partition;

/* The devices that may share loops of OBJECT's region, its own one first. Sets *COUNT to their number, at least 1. */
struct cleave_engine_device *const *cleave_partition_devices(const struct cleave_engine_object *object,
                                                             unsigned *count);

/* A partition of TILES tiles on the device of OBJECT's region, to which devices can be added. OBJECT is one that the loop
 * uses. NULL without memory. */
struct cleave_partition *cleave_partition_new(const struct cleave_engine_object *object, uint64_t tiles);

/* The loop reads OBJECT as a whole. False if there are too many such objects. */
bool cleave_partition_read(struct cleave_partition *partition, struct cleave_engine_object *object);

/* Adds DEVICE and allocates its replicated buffers. False if it has no memory for them. */
bool cleave_partition_add(struct cleave_partition *partition, struct cleave_engine_device *device);

/* From now on launches of this thread are recorded as those of tile TILE. PARTITION NULL: they are made. */
void cleave_partition_set(struct cleave_partition *partition, uint64_t tile);

/* All launches are recorded. Returns the number of devices that can run them. */
unsigned cleave_partition_settle(struct cleave_partition *partition);

/* Makes the launches, and calls ENTER before and LEAVE after those of each tile: it is tile INDEX of the device of slot SLOT.
 * Several threads do so at once, each for one device. Returns when all kernels have ended. */
void cleave_partition_run(struct cleave_partition *partition, void *loop,
                          void (*enter)(void *loop, unsigned slot, uint64_t index),
                          void (*leave)(void *loop, unsigned slot, uint64_t index));

void cleave_partition_free(struct cleave_partition *partition);

/* ---- for entry points ----------------------------------------------------------------------------------- */

/* A kernel's launch, and the function that makes it. */
struct cleave_partition_launch {
  void *location, *host_pointer;
  int32_t teams, thread_limit;
  struct cleave_launch_arguments *arguments;
  int (*run)(void *location, int64_t device, int32_t teams, int32_t thread_limit, void *host_pointer,
             struct cleave_launch_arguments *arguments);
};

/* Whether the launch of this thread is recorded; then LAUNCH is copied with its lists. */
bool cleave_partition_keeps(const struct cleave_partition_launch *launch);

/* In the child of a fork: no threads exist. */
void cleave_partition_forked(void);

#endif
