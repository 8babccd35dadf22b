/* FILE: lib/engine/engine.h
 * WHAT: the transfer engine of libcleave: copies of a scheduled region that overlap with its kernels.
 *
 * lib/transfers decides at compile time which stage of a region first uses each object, and which stage last writes it. The
 * compiled program passes this schedule to the engine, in the thread that executes the region:
 *
 *   cleave_transfers_begin(...);            the schedule
 *   #pragma omp target data map(...)        __tgt_target_data_begin_mapper
 *   {
 *     cleave_transfers_stage(0);            waits for the objects of stage 0
 *     ... kernel ...
 *     cleave_transfers_stage(1);            queues the objects that stage 0 wrote last
 *     ... kernel ...
 *   }                                       __tgt_target_data_end_mapper
 *   cleave_transfers_end();
 *
 * libomptarget maps: it allocates, and it keeps presence and reference counts, with the program's own map clauses. The
 * engine makes only copies that these clauses order, and only of objects that are absent when the data environment begins.
 * For such an object libomptarget only allocates. docs/design/engine.md has the proof that no program can observe this.
 *
 * Input: schedules, and the constructs that libcleave's entry points receive. Output: copies, and smaller map types for
 * libomptarget. The folder may include every folder of the run time except runtime. Each file uses only files above it:
 *
 *   state               the structs that all files share, and the lock
 *   thread_records      a record for each thread
 *   map_items           which objects the items of a map list concern
 *   absence             the test whether an object is absent from its device
 *   published_calls     the constructs that threads execute
 *   transfer_chunks     the chunks of an object, and which bytes have been copied
 *   engine_wait         waits for a change of the state
 *   copy_fallback       copies by libomptarget where a transfer has failed
 *   engine_device       the interface to a device; host_device and cuda_device implement it, device_kinds selects
 *   staging, pinning    two ways to copy to and from a CUDA device
 *   transfer_queue      threads that copy: one for each device and direction
 *   presence            which constructs of other threads touch the objects of a region
 *   copies              the transfers of a region, as its own thread sees them
 *   streaming_buffer    objects of which the device has a few tiles at a time
 *   multi_device        loops that several devices share
 *   profitability       which transfers are large enough
 *   streaming_choice    which objects are streamed, and which devices share a loop
 *   data_environments   data environments that begin and end
 *   regions             the schedules of a thread
 *   engine_objects      the objects of a region, for loops
 *   tile_count          the number of tiles of a loop
 *   tile_execution      loops that run tile by tile
 *   lifetime            the engine is switched on and off
 *   fork_handling       the child of a fork
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

/* Whether the engine is on: from the first registration of images, unless CLEAVE_TRANSFERS=off, and not in the child of a
 * fork. */
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

/* A construct that a thread executes. The caller allocates it on its stack. The caller may read `types` and
 * `base_pointers` between cleave_engine_enter and cleave_engine_leave; the other members are internal. */
struct cleave_engine_call {
  enum cleave_engine_construct construct;
  const struct cleave_engine_arguments *arguments;
  struct cleave_engine_call *outer;
  int64_t *types;       /* if not NULL, pass these to libomptarget instead of arguments->types */
  void **base_pointers; /* the same for the base pointers of a kernel; cleave_engine_leave frees both */
  bool waits;           /* without nowait: the calling thread waits for the construct */
  bool dropped;         /* internal: the engine is stopped and ignores the construct */
  void *region;         /* the region whose data environment begins or ends with this call, or NULL */
};

/* Call these before and after each call of libomptarget that maps, while the engine is on.
 * cleave_engine_enter makes the mapped items visible to other threads, and waits for transfers of these items
 * that other threads have begun. The engine then makes the copies of a region of this thread. Between the two
 * calls the caller calls libomptarget with the `types` of CALL.
 *
 * The engine is stopped between cleave_engine_stop and cleave_engine_start: the process exits, or unregisters its images.
 * WAITS is false for a construct with nowait. The result is false if such a construct begins while the engine is stopped.
 * The caller then does not execute it and does not call cleave_engine_leave. Its thread must not wait for devices, because
 * libomp waits for the threads of such constructs when the process exits. */
bool cleave_engine_enter(struct cleave_engine_call *call, enum cleave_engine_construct construct, bool waits,
                         const struct cleave_engine_arguments *arguments);
void cleave_engine_leave(struct cleave_engine_call *call);

/* Call these before and after calls of libomptarget that belong to no construct. While the engine is stopped, the first one
 * waits for cleave_engine_start or the end of the process. They do nothing while the engine is off. */
void cleave_engine_begin_call(struct cleave_engine_call *call);
void cleave_engine_end_call(struct cleave_engine_call *call);

/* Call this before images are registered. Switches the engine on, unless CLEAVE_TRANSFERS=off, and ends a stop. */
void cleave_engine_start(void);
/* Call this before images are unregistered or the process exits. Cancels queued transfers, and waits for those that run.
 * Constructs that other threads begin later are held back. Waits at most one second for the constructs that other threads
 * execute. Returns whether no other thread executes one; false in the child of a fork. */
bool cleave_engine_stop(void);
/* Call this after a stop that returned true, before the devices are closed for good or until the next registration. Frees what the
 * engine keeps for devices, and forgets their kinds: the next images may be for other devices. */
void cleave_engine_close_devices(void);
/* An image was registered. */
void cleave_engine_note_image(enum cleave_image_kind kind);
/* A program or library was registered that has `declare target` variables. */
void cleave_engine_note_variables(void);

/* Whether the kernels of DEVICE run on the host's processors: a device of libomptarget's plugin for the host. */
bool cleave_engine_is_host(int64_t device);
/* The free memory of DEVICE in bytes; SIZE_MAX: no limit, 0: not known. Queries the driver. */
size_t cleave_engine_free_memory(int64_t device);
/* The number of threads of its kernels, by the settings of the calling thread. */
unsigned cleave_engine_host_threads(void);

#endif
