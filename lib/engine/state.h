/* FILE: lib/engine/state.h
 * WHAT: regions, objects and pieces: what the files of the engine share. All of it is guarded by one
 *       lock, which nobody holds while bytes move or libomptarget works.
 */
#ifndef CLEAVE_ENGINE_STATE_H
#define CLEAVE_ENGINE_STATE_H

#include <pthread.h>

#include "engine/device.h"
#include "engine/engine.h"
#include "engine/spread.h"
#include "engine/window.h"
#include "runtime/trace.h"

/* When bytes had arrived, as the device counts time; see device.h. */
struct cleave_engine_mark {
  struct cleave_engine_mark *next;
  size_t arrived;
  struct cleave_moment *moment;
};

/* Bytes of an object on their way, as a whole or in part. */
struct cleave_engine_piece {
  struct cleave_engine_object *object;
  struct cleave_engine_piece *next;   /* of the same object */
  struct cleave_engine_piece *behind; /* in the queue */
  enum cleave_direction direction;
  size_t begin, end; /* offsets in the object */
  struct cleave_engine_device *device;
  char *there;   /* where the first byte is on it */
  bool is_apart; /* what the device gets or has is no part of the object as libomptarget knows it, but a
                        buffer of the engine's own */
  struct cleave_moment *after, *done; /* what it begins behind, and when it was done */
  bool begun;                         /* to be copied */
  enum { CLEAVE_PIECE_QUEUED, CLEAVE_PIECE_RUNNING, CLEAVE_PIECE_DONE, CLEAVE_PIECE_FAILED } state;
};

/* What a region's schedule says of an object, and what became of it. */
struct cleave_engine_object {
  struct cleave_region *region;
  char *host, *base; /* as the map clause names it: where it begins, and the pointer it is a section of */
  int first_use, last_write;
  bool arrives_in_tiles, leaves_in_tiles; /* these stages may run tile by tile */
  bool only_in_tiles;                     /* it is used by no other stage, and all of it in chunks */
  bool spreads; /* and all else that this stage uses is only read by the region: spread.h */
  /* From here on since its data environment has begun. */
  char *device;
  size_t bytes;
  int32_t entry; /* of the construct's list */
  bool managed;  /* another thread that touches it has to care; else all of it is libomptarget's */
  bool to, from; /* what the engine copies of it */
  bool touched;  /* by another construct: what comes back is copied at the end, by libomptarget */
  struct cleave_window *window; /* through which the device sees it, in place of as a whole; or NULL */
  bool repairing;               /* a thread has libomptarget copy it to the device */
  size_t arrived;               /* so many of its bytes are on the device, from the first on */
  size_t awaited;               /* so many of them the region's thread has waited for, in the device's time */
  size_t back_begin, back_end;  /* bytes that have come back */
  struct cleave_engine_piece *pieces;
  struct cleave_engine_mark *first_mark, **last_mark; /* of what has arrived, that the region's thread
                                                         has not gone behind */
  char *name, *file;                                  /* for a trace; NULL: not known */
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
  int64_t *types;       /* to pass instead of the construct's own */
  size_t window_memory; /* bytes of each device's, for the windows of its objects */
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

extern pthread_mutex_t cleave_engine_lock;
extern pthread_cond_t cleave_engine_changed; /* broadcast whenever somebody may have waited for it */

/* This thread's record, or NULL without memory. */
struct cleave_engine_thread *cleave_engine_this_thread(void);

/* Has device NUMBER load the variables of all images, if it has not. libomptarget does that with the first construct
 * for the device, and only from then on says that a `declare target` variable is present, which it is from the
 * beginning (OpenMP 5.1, 2.14.7). For a thread that is about to map something there at LOCATION. Without the lock. */
void cleave_engine_load_variables(void *location, int64_t number);

/* Copies to or from DEVICE of fewer bytes are not worth it. */
size_t cleave_engine_least_copy(const struct cleave_engine_device *device);

/* Whether no byte of OBJECT is on its region's device. What is there in part makes libomptarget end the program,
 * as ever. Without the lock. */
bool cleave_engine_is_absent(const struct cleave_engine_object *object);

/* ---- copies.c: of the region that this thread executes; the lock is held, and released meanwhile ------ */

/* Waits until PIECE is done or has failed, and goes on behind it. */
void cleave_engine_finish(struct cleave_engine_piece *piece);

/* Waits until the first END bytes of OBJECT are on the device. */
void cleave_copies_await(struct cleave_engine_object *object, size_t end);

/* What has not come back of OBJECT, which nobody writes any more, begins its way. */
void cleave_copies_send_rest(struct cleave_engine_object *object);

/* Stages before STAGE have been executed. */
void cleave_copies_send_finished(struct cleave_region *region, int stage);

/* Waits until all is where it belongs: nothing of the region is under way then. */
void cleave_copies_await_all(struct cleave_region *region);

/* No copy of REGION's objects is under way, and none will be made. */
void cleave_copies_release(struct cleave_region *region);

/* Whether all of OBJECT has come back, and libomptarget need not copy it. */
bool cleave_copies_are_back(const struct cleave_engine_object *object);

/* Frees MOMENT, which no thread waits for. */
void cleave_copies_forget(struct cleave_engine_device *device, struct cleave_moment *moment);

/* ---- presence.c; the lock is held unless said otherwise -------------------------------------------- */

/* Whether item I of ITEMS may concern OBJECT, that is bytes of it or its place in the device's table of what
 * is mapped. Without the lock. */
bool cleave_presence_names(const struct cleave_engine_arguments *items, int32_t i,
                           const struct cleave_engine_object *object);

/* Makes CALL visible to threads that are about to manage objects; first waits while the devices are given up. Returns
 * whether some region manages any. Without the lock. */
bool cleave_presence_publish(struct cleave_engine_thread *thread, struct cleave_engine_call *call);
/* CALL is over. Without the lock. */
void cleave_presence_withdraw(struct cleave_engine_thread *thread, struct cleave_engine_call *call);

/* The devices go: waits for constructs of other threads, for a second at most. Without the lock. */
void cleave_presence_stop(void);

/* CALL, on DEVICE, is about to be done. Waits until no object that it touches is in between, and marks
 * those objects; except those of EXCEPT, the region whose own construct it is. */
void cleave_presence_touch(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call,
                           int64_t device, const struct cleave_region *except);

/* Lists the managed objects of REGION, whose data environment is about to begin with CALL. Objects that a
 * construct of another thread may just be mapping are no longer managed then. */
void cleave_presence_list(struct cleave_region *region, const struct cleave_engine_call *call);
void cleave_presence_unlist(struct cleave_region *region);

/* ---- queue.c; the lock is held ----------------------------------------------------------------------- */

/* Queues the bytes [BEGIN, END) of OBJECT, behind all that this thread, the region's, has given to the
 * device. What cannot be queued is a piece that has failed, or none (NULL). Releases the lock meanwhile. */
struct cleave_engine_piece *cleave_queue_add(struct cleave_engine_object *object,
                                             enum cleave_direction direction, size_t begin, size_t end);

/* The same for a buffer of the engine's own on DEVICE, in which the bytes are at BUFFER. */
struct cleave_engine_piece *cleave_queue_add_apart(struct cleave_engine_object *object,
                                                   struct cleave_engine_device *device, char *buffer,
                                                   enum cleave_direction direction, size_t begin, size_t end);

/* Whether a piece of OBJECT is under way in DIRECTION: one to the device is until all of it is there; one
 * that comes back, while it is being copied. What waits to come back is given up when OBJECT is touched. */
bool cleave_queue_is_busy(struct cleave_engine_object *object, enum cleave_direction direction);

/* Whether some of OBJECT has come back, but not all. */
bool cleave_queue_is_partly_back(const struct cleave_engine_object *object);

/* Whether a piece is queued or being copied. */
bool cleave_queue_is_open(const struct cleave_engine_object *object);

/* Has libomptarget copy OBJECT back if the engine has begun to, and could not: part of it may be overwritten.
 * Releases the lock meanwhile. */
void cleave_queue_repair_back(struct cleave_engine_object *object);

/* Has libomptarget copy OBJECT to the device if the engine could not. Returns whether it has; then the
 * lock was released meanwhile. */
bool cleave_queue_repair(struct cleave_engine_object *object);

/* Waits until something has changed. The first time it begins *WAIT in the trace, for the caller to end:
 * of the region of OBJECT, or of this thread's construct if OBJECT is NULL. */
void cleave_queue_wait(const struct cleave_engine_object *object, struct cleave_trace_event **wait);

/* After a fork, in the child: there are no threads, and what was queued has failed. */
void cleave_queue_forked(void);

#endif
