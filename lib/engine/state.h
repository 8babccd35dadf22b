/* FILE: lib/engine/state.h
 * WHAT: regions, objects and transfer chunks: the structs that the files of the engine share.
 */
#ifndef CLEAVE_ENGINE_STATE_H
#define CLEAVE_ENGINE_STATE_H

#include <pthread.h>

#include "engine/engine_device.h"
#include "engine/engine.h"

enum { CLEAVE_MOST_DEVICES = 16 }; /* that share a loop */

struct cleave_streaming_buffer;
struct cleave_trace_event;

/* An event that the device completes when bytes have arrived. */
struct cleave_arrival {
  struct cleave_arrival *next;
  size_t arrived;
  struct cleave_device_event *event;
};

/* A transfer of an object or of part of it. */
struct cleave_transfer_chunk {
  struct cleave_engine_object *object;
  struct cleave_transfer_chunk *next;          /* of the same object */
  struct cleave_transfer_chunk *next_in_queue; /* of its queue */
  enum cleave_direction direction;
  size_t begin, end; /* offsets in the object */
  struct cleave_engine_device *device;
  char *there;   /* the address of the first byte on it */
  bool is_apart; /* `there` is a buffer of the engine, not the memory that libomptarget has mapped */
  struct cleave_device_event *after, *done; /* it waits for the first; it has recorded the second */
  bool begun;                               /* its copy has begun */
  enum { CLEAVE_CHUNK_QUEUED, CLEAVE_CHUNK_RUNNING, CLEAVE_CHUNK_DONE, CLEAVE_CHUNK_FAILED } state;
};

/* An object of a region: its schedule and its state. */
struct cleave_engine_object {
  struct cleave_region *region;
  char *host, *base; /* its address, and the pointer that the map clause names as its base */
  int first_use, last_write;
  bool arrives_in_tiles, leaves_in_tiles; /* these stages may run tile by tile */
  bool only_in_tiles;                     /* no other stage uses it, and this one uses all of it in chunks */
  bool is_partitioned; /* and the region only reads the other objects of this stage: multi_device.h */
  /* The members below are valid after the data environment has begun. */
  char *device;
  size_t bytes;
  int32_t entry; /* its index in the construct's list; -1: none */
  bool managed; /* the engine copies it, and other threads wait for that; else libomptarget does everything */
  bool to, from; /* the directions in which the engine copies it */
  bool touched;  /* by another construct: libomptarget copies it back at the end */
  struct cleave_streaming_buffer *streaming; /* the device has a few tiles of it at a time; NULL: all of it */
  bool repairing;                            /* libomptarget is copying it to the device: copy_fallback.c */
  size_t arrived;                            /* its first bytes that are on the device: their number */
  size_t awaited; /* the number of them that later work of the region's thread is ordered after */
  size_t back_begin, back_end; /* the bytes that have been copied back */
  struct cleave_transfer_chunk *chunks;
  struct cleave_arrival *first_arrival, **last_arrival; /* of the bytes after `awaited` */
  char *name, *file;                                    /* for a trace; NULL: not known */
  uint32_t line;
};

struct cleave_engine_thread;

struct cleave_region {
  struct cleave_region *outer; /* of the same thread */
  struct cleave_region *next;  /* of the list of regions that manage objects */
  struct cleave_engine_thread *thread;
  struct cleave_engine_device *device; /* NULL: the engine cannot copy to it */
  int64_t number;                      /* of the device */
  bool no_page_locks;                  /* its memory must not be page-locked */
  bool begun;                          /* its data environment has */
  bool listed;
  bool changing; /* its data environment is beginning or ending */
  void *location;
  int32_t count; /* items of the data environment, and their addresses */
  void **pointers;
  int64_t *types;          /* pass these in place of the construct's own */
  size_t streaming_memory; /* bytes on each device for its streaming buffers */
  /* The devices that may share its loops, its own one first. */
  struct cleave_engine_device *devices[CLEAVE_MOST_DEVICES];
  unsigned device_count; /* 0: only its own device runs them */
  unsigned nested;       /* open data environments inside it with the same list */
  int object_count;
  struct cleave_engine_object objects[];
};

/* The record of a thread. */
struct cleave_engine_thread {
  struct cleave_engine_thread *next;
  bool in_use;
  _Atomic(struct cleave_engine_call *) calls; /* the innermost first */
  struct cleave_region *innermost;            /* only this thread uses it */
  unsigned missing; /* innermost regions that have no record because memory ran out */
};

/* Guards all of the above, and is not held while bytes move or libomptarget runs. */
extern pthread_mutex_t cleave_engine_lock;
/* Broadcast whenever a thread may wait for the change. */
extern pthread_cond_t cleave_engine_changed;
/* Whether copies are given up, because the process ends. Set by lifetime.c. */
extern atomic_bool cleave_engine_stopping;

#endif
