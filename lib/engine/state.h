/* FILE: lib/engine/state.h
 * WHAT: regions, objects and pieces: what the files of the engine share. All of it is guarded by one
 *       lock, which nobody holds while bytes move or libomptarget works.
 */
#ifndef CLEAVE_ENGINE_STATE_H
#define CLEAVE_ENGINE_STATE_H

#include <pthread.h>

#include "engine/engine_device.h"
#include "engine/engine.h"

enum { CLEAVE_MOST_DEVICES = 16 }; /* that share a loop */

struct cleave_streaming_buffer;
struct cleave_trace_event;

/* When bytes had arrived, as the device counts time; see engine_device.h. */
struct cleave_arrival {
  struct cleave_arrival *next;
  size_t arrived;
  struct cleave_device_event *event;
};

/* Bytes of an object on their way, as a whole or in part. */
struct cleave_transfer_chunk {
  struct cleave_engine_object *object;
  struct cleave_transfer_chunk *next;          /* of the same object */
  struct cleave_transfer_chunk *next_in_queue; /* in the queue */
  enum cleave_direction direction;
  size_t begin, end; /* offsets in the object */
  struct cleave_engine_device *device;
  char *there;   /* where the first byte is on it */
  bool is_apart; /* what the device gets or has is no part of the object as libomptarget knows it, but a
                        buffer of the engine's own */
  struct cleave_device_event *after, *done; /* what it begins behind, and when it was done */
  bool begun;                               /* to be copied */
  enum { CLEAVE_CHUNK_QUEUED, CLEAVE_CHUNK_RUNNING, CLEAVE_CHUNK_DONE, CLEAVE_CHUNK_FAILED } state;
};

/* What a region's schedule says of an object, and what became of it. */
struct cleave_engine_object {
  struct cleave_region *region;
  char *host, *base; /* as the map clause names it: where it begins, and the pointer it is a section of */
  int first_use, last_write;
  bool arrives_in_tiles, leaves_in_tiles; /* these stages may run tile by tile */
  bool only_in_tiles;                     /* it is used by no other stage, and all of it in chunks */
  bool is_partitioned; /* and all else that this stage uses is only read by the region: multi_device.h */
  /* From here on since its data environment has begun. */
  char *device;
  size_t bytes;
  int32_t entry; /* of the construct's list */
  bool managed;  /* another thread that touches it has to care; else all of it is libomptarget's */
  bool to, from; /* what the engine copies of it */
  bool touched;  /* by another construct: what comes back is copied at the end, by libomptarget */
  struct cleave_streaming_buffer
      *streaming;              /* through which the device sees it, in place of as a whole; or NULL */
  bool repairing;              /* a thread has libomptarget copy it to the device */
  size_t arrived;              /* so many of its bytes are on the device, from the first on */
  size_t awaited;              /* so many of them the region's thread has waited for, in the device's time */
  size_t back_begin, back_end; /* bytes that have come back */
  struct cleave_transfer_chunk *chunks;
  struct cleave_arrival *first_arrival, **last_arrival; /* of what has arrived, that the region's thread
                                                         has not gone behind */
  char *name, *file;                                    /* for a trace; NULL: not known */
  uint32_t line;
};

struct cleave_engine_thread;

struct cleave_region {
  struct cleave_region *outer; /* of the same thread */
  struct cleave_region *next;  /* of all that manage objects */
  struct cleave_engine_thread *thread;
  struct cleave_engine_device *device; /* NULL: none that the engine can copy to */
  int64_t number;                      /* of the device */
  bool no_page_locks;                  /* none of its memory is page-locked for copies */
  bool begun;                          /* its data environment has */
  bool listed;
  bool changing; /* its data environment begins or ends in this moment */
  void *location;
  int32_t count; /* of the data environment's list, and its addresses */
  void **pointers;
  int64_t *types;          /* to pass instead of the construct's own */
  size_t streaming_memory; /* bytes of each device's, for the windows of its objects */
  /* What its loops may be spread over: its own device, and then others. */
  struct cleave_engine_device *devices[CLEAVE_MOST_DEVICES];
  unsigned device_count; /* 0: they run on its own alone */
  unsigned nested;       /* data environments inside with the same list */
  int object_count;
  struct cleave_engine_object objects[];
};

/* What the engine knows of a thread. */
struct cleave_engine_thread {
  struct cleave_engine_thread *next;
  bool in_use;
  _Atomic(struct cleave_engine_call *) calls; /* under way, the innermost first */
  struct cleave_region *innermost;            /* this thread's alone */
  unsigned missing;                           /* regions without a record, for want of memory, innermost */
};

/* Guards all of the above, and is not held while bytes move or libomptarget runs. */
extern pthread_mutex_t cleave_engine_lock;
/* Broadcast whenever a thread may wait for the change. */
extern pthread_cond_t cleave_engine_changed;
/* Whether copies are given up, because the process ends. Set by lifetime.c. */
extern atomic_bool cleave_engine_stopping;

#endif
