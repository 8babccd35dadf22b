/* FILE: lib/engine/spread.h
 * WHAT: loops whose tiles several devices share, since the user asked for it (`#pragma cleave pipeline(devices)`).
 *
 * Tile t of a loop runs on device t modulo their number. What iterations have chunks of, each device sees through
 * windows of its own (window.h); of what the loop only reads, the devices beside the region's get copies of their
 * own, replicas. libomptarget knows of neither, on any device, so presence and reference counts stay those of a
 * region on one device.
 *
 * The region's thread goes through its tiles as ever, but the launch of each kernel is kept for the loop's end
 * instead of being made. Then one thread for each device makes the launches of its tiles; the region's thread is
 * that of the region's device.
 */
#ifndef CLEAVE_ENGINE_SPREAD_H
#define CLEAVE_ENGINE_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

enum { CLEAVE_MOST_DEVICES = 16 };

struct cleave_engine_arguments;
struct cleave_engine_device;
struct cleave_engine_object;
struct cleave_launch_arguments;
struct cleave_region;

/* ---- for window.c ------------------------------------------------------------------------------------ */

/* Sets the devices that loops of REGION may be spread over, and returns whether there are several: the user asked
 * for it, ITEMS, the list of its data environment, permits it, and nothing of that is on the region's device. */
bool cleave_spread_choose(struct cleave_region *region, const struct cleave_engine_arguments *items);

/* ---- for tiles.c: of the thread that executes the region --------------------------------------------- */

struct cleave_spread;

/* The devices for OBJECT's region, its own one first; their number in *COUNT, at least 1. */
struct cleave_engine_device *const *cleave_spread_devices(const struct cleave_engine_object *object,
                                                          unsigned *count);

/* A loop of TILES tiles, on the device of the region of OBJECT, one that it uses, alone for now. NULL without
 * memory. */
struct cleave_spread *cleave_spread_new(const struct cleave_engine_object *object, uint64_t tiles);

/* The loop reads all of OBJECT. */
bool cleave_spread_read(struct cleave_spread *spread, struct cleave_engine_object *object);

/* DEVICE is to take part, and gets replicas. False if it has no memory for them. */
bool cleave_spread_add(struct cleave_spread *spread, struct cleave_engine_device *device);

/* Kernels that this thread launches are from now on those of tile TILE of SPREAD; NULL: as ever. */
void cleave_spread_set(struct cleave_spread *spread, uint64_t tile);

/* All launches are known. On how many of its devices they can run. */
unsigned cleave_spread_settle(struct cleave_spread *spread);

/* Makes the launches, between ENTER and LEAVE for each tile: the tile is the one of number INDEX on the device
 * VIEW. From several threads at once, for one device each. Returns when all kernels have ended. */
void cleave_spread_run(struct cleave_spread *spread, void *loop,
                       void (*enter)(void *loop, unsigned view, uint64_t index),
                       void (*leave)(void *loop, unsigned view, uint64_t index));

void cleave_spread_free(struct cleave_spread *spread);

/* ---- for lib/runtime ----------------------------------------------------------------------------------- */

/* A kernel's launch, and the function that makes it. */
struct cleave_spread_launch {
  void *location, *host_pointer;
  int32_t teams, thread_limit;
  struct cleave_launch_arguments *arguments;
  int (*run)(void *location, int64_t device, int32_t teams, int32_t thread_limit, void *host_pointer,
             struct cleave_launch_arguments *arguments);
};

/* Whether this thread's launch is kept for later: LAUNCH is copied then, with all that it leads to. */
bool cleave_spread_keeps(const struct cleave_spread_launch *launch);

/* ---- for queue.c: after a fork, in the child ------------------------------------------------------------ */

void cleave_spread_forked(void);

#endif
