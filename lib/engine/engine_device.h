/* FILE: lib/engine/engine_device.h
 * WHAT: the interface by which the engine copies to and from one device.
 *
 * `copy` blocks its caller, a thread of transfer_queue.c. There is one such thread for each device and direction, so a device
 * copies in both directions at once.
 */
#ifndef CLEAVE_ENGINE_ENGINE_DEVICE_H
#define CLEAVE_ENGINE_ENGINE_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cleave_direction { CLEAVE_TO_DEVICE, CLEAVE_FROM_DEVICE };

struct cleave_device_event;
struct cleave_timer;

/* A copy of an object or of part of it. */
struct cleave_copy {
  enum cleave_direction direction;
  void *host;
  void *device; /* the device's address */
  size_t bytes;
  /* Called by the thread of the copy, in ascending order: the first DONE bytes have arrived. */
  void (*arrived)(void *context, size_t done);
  void *context;
  /* The object of the region in host memory. Page locks apply to the object as a whole. */
  const void *object;
  size_t object_bytes;
  bool no_page_locks;                /* the region's memory must not be page-locked */
  struct cleave_device_event *after; /* the copy waits for it and frees it; NULL: it may begin at once */
};

struct cleave_engine_device;
struct cleave_transfer_rates;

struct cleave_engine_device_kind {
  const char *name;
  bool has_streams; /* a trace shows its copies in its own streams; else the engine numbers streams for it */
  /* Whether the engine, and not libomptarget, should make a copy. EXPOSED: nothing else of the region runs meanwhile.
   * NO_PAGE_LOCKS: as in struct cleave_copy. Called by the thread that executes the region. */
  bool (*takes)(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                size_t bytes, bool exposed, bool no_page_locks);
  /* `takes` returns false for fewer bytes. NULL: for no number. Called by the same thread. */
  size_t (*least)(const struct cleave_engine_device *device);
  /* Copies. If it fails, no part of the copy is pending when it returns false; libomptarget then copies the object. */
  bool (*copy)(struct cleave_engine_device *device, const struct cleave_copy *copy);

  /* The members below are NULL for devices without streams and without state.
   *
   * Records an event after all work that the calling thread has given to the device and all work that it has waited for.
   * A thread that queues a copy passes such an event with it. NULL: an event that completed long ago. */
  struct cleave_device_event *(*record_event)(struct cleave_engine_device *device);
  /* Orders later work of the calling thread after EVENT, and frees EVENT. A thread that waits for a copy passes the event
   * that the thread of the copy recorded when the bytes had arrived. */
  void (*wait_for_event)(struct cleave_engine_device *device, struct cleave_device_event *event);
  /* Frees EVENT. */
  void (*free_event)(struct cleave_engine_device *device, struct cleave_device_event *event);
  /* All copies of an object have ended, and the program may free it. Called by the thread that executes the region, before
   * the data environment ends, for every object that was passed to `copy`. */
  void (*release)(struct cleave_engine_device *device, const void *object, size_t bytes);
  /* Measure the work of the calling thread between the two calls: stop_timer returns its time on the device in ns, or a
   * negative number if that is not known. */
  struct cleave_timer *(*start_timer)(struct cleave_engine_device *device);
  double (*stop_timer)(struct cleave_engine_device *device, struct cleave_timer *timer);
  /* libomptarget is about to close the device: frees all that belongs to its context. No copy is in progress. */
  void (*close)(struct cleave_engine_device *device);
  /* The free memory of the device in bytes. NULL: without limit. */
  size_t (*free_memory)(struct cleave_engine_device *device);
};

/* An OpenMP device. Created when the first region is scheduled for it; the struct lives as long as the process. If the device was
 * closed, cleave_engine_device opens it again. It is the first member of the struct of its kind. */
struct cleave_engine_device {
  const struct cleave_engine_device_kind *kind;
  int64_t number;
  _Atomic(const struct cleave_transfer_rates *) rates; /* of transfers; NULL: not known */
  double filling;        /* the number of threads that use its full memory bandwidth */
  uint32_t architecture; /* that kernels are compiled for; numbers of different kinds are unrelated */
};

/* Whether copies must be given up because the process ends. A copy polls this, and fails then. */
bool cleave_engine_is_stopping(void);

/* The OpenMP device NUMBER, or NULL if the engine cannot copy to it. */
struct cleave_engine_device *cleave_engine_device(int64_t number);

/* Makes device NUMBER load the `declare target` variables of all images, unless it already has. libomptarget
 * does that with the first construct for the device. Only then does it report such a variable as present,
 * although it is present from the beginning (OpenMP 5.1, 2.14.7). To be called before a mapping at LOCATION
 * is tested. Without the lock. */
void cleave_engine_load_variables(void *location, int64_t number);

/* Open a device of each kind; NULL if that fails. The host's kind is libomptarget's plugin for the host: its devices use
 * the memory of the process. */
struct cleave_engine_device *cleave_host_device(int64_t number);
struct cleave_engine_device *cleave_cuda_device(int64_t number);

#endif
