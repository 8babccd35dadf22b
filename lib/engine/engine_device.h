/* FILE: lib/engine/engine_device.h
 * WHAT: how the engine moves bytes between host and one device.
 *
 * A copy blocks its caller, which is a thread of the engine's (transfer_queue.c): one for each device and direction.
 * So a device moves bytes in both directions at once, and nothing else calls these functions.
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

/* Bytes of one object, or of a part of it. */
struct cleave_copy {
  enum cleave_direction direction;
  void *host;
  void *device; /* the device's address */
  size_t bytes;
  /* Called whenever bytes have arrived, in ascending order: all below DONE have. From the thread of the
   * copy. */
  void (*arrived)(void *context, size_t done);
  void *context;
  /* The object of the region that the bytes are of, in host memory: what is done to memory for the sake of
   * copies is done to the object as a whole, and all at once. */
  const void *object;
  size_t object_bytes;
  bool no_page_locks; /* the region wants its memory to be left as it is */
  struct cleave_device_event
      *after; /* the copy begins behind it, and uses it up; NULL: it may begin at once */
};

struct cleave_engine_device;
struct cleave_transfer_rates;

struct cleave_engine_device_kind {
  const char *name;
  bool has_streams; /* what it copies is shown as its streams' in a trace; else it gets streams there */
  /* Whether the engine should take over a copy, or it is better done by libomptarget: EXPOSED, nothing
   * else of the region runs meanwhile; NO_PAGE_LOCKS, as in struct cleave_copy. Called by the thread that
   * executes the region. */
  bool (*takes)(struct cleave_engine_device *device, enum cleave_direction direction, const void *host,
                size_t bytes, bool exposed, bool no_page_locks);
  /* Copies of fewer bytes it does not take now, whatever else runs. NULL: it may take any. Called likewise. */
  size_t (*least)(const struct cleave_engine_device *device);
  /* Copies. False if it fails, and then nothing of it is under way any more: libomptarget will be asked to
   * copy all of the object. */
  bool (*copy)(struct cleave_engine_device *device, const struct cleave_copy *copy);

  /* The others are NULL for kinds that have no time of their own and keep nothing.
   *
   * A moment of the calling thread's in the device's time: behind all that the thread has given to the device,
   * and all that it has seen done. A thread that asks for a copy takes one and gives it to the copy. NULL is a
   * moment long past. */
  struct cleave_device_event *(*record_event)(struct cleave_engine_device *device);
  /* Orders what the calling thread gives to the device after MOMENT, and frees MOMENT. A thread that waits for a copy
   * passes the moment at which the bytes had arrived, which the thread of the copy has taken. */
  void (*wait_for_event)(struct cleave_engine_device *device, struct cleave_device_event *event);
  /* Frees MOMENT. */
  void (*free_event)(struct cleave_engine_device *device, struct cleave_device_event *event);
  /* The region is through with an object: all copies of it have ended, and the program may free it. Called by
   * the thread that executes the region, before the data environment ends; of every object of which
   * anything was ever given to `copy`. */
  void (*release)(struct cleave_engine_device *device, const void *object, size_t bytes);
  /* How many ns of the device's time what the calling thread does in between takes: of stop_timer, below 0
   * if that is not known. */
  struct cleave_timer *(*start_timer)(struct cleave_engine_device *device);
  double (*stop_timer)(struct cleave_engine_device *device, struct cleave_timer *timer);
  /* Bytes of memory that could be allocated on it. NULL: as many as there are. */
  size_t (*free_memory)(struct cleave_engine_device *device);
};

/* A device as OpenMP counts devices. Made when the first region is scheduled for it; lives as long as the
 * process. Kinds put it at the head of their own struct. */
struct cleave_engine_device {
  const struct cleave_engine_device_kind *kind;
  int64_t number;
  _Atomic(const struct cleave_transfer_rates *) rates; /* what transfers cost; NULL: not known */
  double filling;        /* threads that it takes to make use of all of its memory bandwidth */
  uint32_t architecture; /* of its kind: what kernels have to be compiled for */
};

/* Whether copies are to be given up, since the process ends: a copy asks now and then, and fails. */
bool cleave_engine_is_stopping(void);

/* The device NUMBER, or NULL if the engine does not know how to copy to it. */
struct cleave_engine_device *cleave_engine_device(int64_t number);

/* Has device NUMBER load the `declare target` variables of all images, if it has not. libomptarget does that with the first
 * construct for the device. Only then does it report such a variable as present, although it is present from the
 * beginning (OpenMP 5.1, 2.14.7). To be called before a mapping at LOCATION is tested. Without the lock. */
void cleave_engine_load_variables(void *location, int64_t number);

/* Each makes a device of its kind, or returns NULL if that is not possible. The host's kind is that of
 * libomptarget's plugin for the host: its devices' memory is the process's own. */
struct cleave_engine_device *cleave_host_device(int64_t number);
struct cleave_engine_device *cleave_cuda_device(int64_t number);

#endif
