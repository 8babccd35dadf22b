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
 *   queue.c      copies under way: one thread for each device and direction, in the order of the schedule
 *   pay.c        whether a region may have something to hide, before it begins
 *   tiles.c      loops that run tile by tile, each as soon as its part of the objects is there
 *   spread.c    loops whose tiles several devices share
 *   window.c     objects of which the device has but a few tiles at a time
 *   device.h     how bytes get to a device and back: host.c by memcpy, cuda.c by the driver
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

/* ---- For tiles.c --------------------------------------------------------------------------------- */

struct cleave_engine_object;
struct cleave_transfer_rates;

/* The object of this thread's innermost region that begins at ADDRESS in host memory; NULL if the engine
 * does not copy it. */
struct cleave_engine_object *cleave_engine_find(const void *address);

/* The same, also if the engine does not copy it; but not if its data environment has not begun. */
struct cleave_engine_object *cleave_engine_find_any(const void *address);

size_t cleave_engine_bytes(const struct cleave_engine_object *object);

/* How many of its bytes have yet to come to the device, and how many are to go back. */
size_t cleave_engine_missing(const struct cleave_engine_object *object);
size_t cleave_engine_returning(const struct cleave_engine_object *object);

/* What transfers to OBJECT's device cost; NULL: not known. */
const struct cleave_transfer_rates *cleave_engine_rates(const struct cleave_engine_object *object);

/* A timer of this thread's in the time of OBJECT's device; NULL if that has none of its own, but the host's. And
 * how many ns it has run; below 0: not known. */
struct cleave_timer;
struct cleave_timer *cleave_engine_start_timer(const struct cleave_engine_object *object);
double cleave_engine_stop_timer(const struct cleave_engine_object *object, struct cleave_timer *timer);

/* How many threads it takes to fill OBJECT's device. */
double cleave_engine_filling(const struct cleave_engine_object *object);

/* cleave_transfers_stage, which does not wait for the COUNT objects of LATER. */
void cleave_engine_stage(int stage, const struct cleave_engine_object *const *later, int count);

/* Waits until the first END bytes of OBJECT are on the device. */
void cleave_engine_await(struct cleave_engine_object *object, size_t end);

/* The bytes [BEGIN, END) of OBJECT have got their last value: their way back begins. Does nothing for
 * an object that is not copied back. */
void cleave_engine_send_back(struct cleave_engine_object *object, size_t begin, size_t end);

#endif
