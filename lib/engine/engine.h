/* FILE: lib/engine/engine.h
 * WHAT: the transfer engine of libcleave: copies of a scheduled region that are on their way while its
 *       kernels run.
 *
 * lib/transfers decides at compile time which stage of a region needs which object first, and which writes
 * it last. The transformed program says so, in the thread that executes the region:
 *
 *   cleave_transfers_begin(...);            the schedule
 *   #pragma omp target data map(...)        __tgt_target_data_begin_mapper
 *   {
 *     cleave_transfers_stage(0);            what stage 0 needs is there
 *     ... kernel ...
 *     cleave_transfers_stage(1);            what stage 0 wrote last is on its way back
 *     ... kernel ...
 *   }                                       __tgt_target_data_end_mapper
 *   cleave_transfers_end();
 *
 * The mapping is libomptarget's: allocation, presence and reference counts are its business, with the
 * program's own map clauses. The engine takes over only what those clauses copy, and only of objects that
 * are not on the device when the data environment begins. For such an object, libomptarget is asked to
 * allocate; the engine copies what it has allocated, and takes back what the region has left there.
 * Everything else goes the way it would have gone without the engine. docs/design/engine.md has the
 * argument why no program can tell.
 *
 *   regions.c    regions under way, one stack for each thread; data environments that begin and end
 *   presence.c   which constructs of other threads touch the objects of a region, and what follows
 *   copies.c     the copies of a region, as its own thread sees them
 *   transfer_queue.c      copies under way: one thread for each device and direction, in the order of the schedule
 *   profitability.c        whether a region may have something to hide, before it begins
 *   tile_execution.c      loops that run tile by tile, each as soon as its part of the objects is there
 *   multi_device.c    loops whose tiles several devices share
 *   streaming_buffer.c     objects of which the device has but a few tiles at a time
 *   engine_device.h     how bytes get to a device and back: host_device.c by memcpy, cuda_device.c by the driver
 *
 * All functions are thread-safe.
 */
#ifndef CLEAVE_ENGINE_ENGINE_H
#define CLEAVE_ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/image.h"

/* ---- For lib/runtime's entry points ------------------------------------------------------------ */

/* Whether regions are scheduled in this process: as soon as images are registered, unless the user or a
 * fork has switched the engine off. */
extern atomic_bool cleave_engine_on;
static inline bool cleave_engine_is_on(void) {
  return atomic_load_explicit(&cleave_engine_on, memory_order_relaxed);
}

/* The arguments of a data construct or a kernel, as clang passes them. */
struct cleave_engine_arguments {
  void *location;
  int64_t device; /* -1: the default device */
  int32_t count;
  void **base_pointers, **pointers;
  int64_t *sizes, *types;
  void **names, **mappers;
};

enum cleave_engine_construct {
  CLEAVE_ENGINE_DATA_BEGIN,
  CLEAVE_ENGINE_DATA_END,
  CLEAVE_ENGINE_DATA_UPDATE,
  CLEAVE_ENGINE_KERNEL
};

/* A construct that a thread executes, on its stack. Public so that it can be allocated; only the engine
 * looks inside. */
struct cleave_engine_call {
  enum cleave_engine_construct construct;
  const struct cleave_engine_arguments *arguments;
  struct cleave_engine_call *outer;
  int64_t *types;       /* to pass instead of the arguments' own; NULL: pass those */
  void **base_pointers; /* likewise, of a kernel, with `types`; freed with them when the call is left */
  bool waits;           /* no nowait: the thread that calls waits for the construct */
  bool dropped;         /* not to be made */
  void *region;         /* whose data environment begins or ends with this call; NULL: of none */
};

/* Around every call of libomptarget that maps: publishes what is being mapped, waits for what the engine
 * copies of it for another thread, and takes over the copies of a region of this thread. Between the two
 * the caller calls libomptarget, with the call's `types`. To be called only while the engine is on.
 *
 * WAITS is false for a construct with nowait. Returns false if such a construct comes while the devices go: then it is not
 * made, and not left. Its thread must not wait for devices: libomp waits for the threads of such constructs when the
 * process exits. */
bool cleave_engine_enter(struct cleave_engine_call *call, enum cleave_engine_construct construct, bool waits,
                         const struct cleave_engine_arguments *arguments);
void cleave_engine_leave(struct cleave_engine_call *call);

/* Around what a thread asks of libomptarget without a construct. While the devices are given up, no thread calls it:
 * one that wants to begin such a call, or a construct, waits until there are devices again, or the process is gone.
 * Does nothing while the engine is off. */
void cleave_engine_begin_call(struct cleave_engine_call *call);
void cleave_engine_end_call(struct cleave_engine_call *call);

/* Before images are registered: switches the engine on, unless the user said otherwise. And what was
 * stopped goes on. */
void cleave_engine_start(void);
/* Before the devices are given up: copies under way are given up, and when it returns none is being made. Other threads begin no
 * construct from then on; those that are in one get a second to leave it. */
void cleave_engine_stop(void);
/* An image was registered. */
void cleave_engine_note_image(enum cleave_image_kind kind);
/* A program or library was registered that has `declare target` variables. */
void cleave_engine_note_variables(void);

/* Whether DEVICE is one of libomptarget's plugin for the host: its kernels run on the host's processors. */
bool cleave_engine_is_host(int64_t device);
/* How many threads its kernels have, as far as the calling thread's settings say. */
unsigned cleave_engine_host_threads(void);

#endif
