/* FILE: lib/runtime/trace.h
 * WHAT: the recorder of CLEAVE_TRACE: what a process does with its devices, as events with a begin and
 *       an end, written as Chrome trace events when it ends.
 *
 * Whoever moves data, launches kernels or waits records it here:
 *
 *   struct cleave_trace_event *event = NULL;
 *   if (cleave_trace_is_on())
 *     event = cleave_trace_begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_PIN, ...});
 *   pin(...);
 *   cleave_trace_end(event);
 *
 * Each thread has buffers of its own that only grow, so that recording takes no lock; a list of all of
 * them is read once, at the end. Where no trace was asked for, all of it is the one load in
 * cleave_trace_is_on.
 *
 *   trace.c             the recorder
 *   trace_end.c         when the trace is written: at exit, and when a signal ends the process
 *   trace_write.c       the file
 *   trace_construct.c   what is recorded for constructs and what they do
 *   data.c              the entry points of data constructs
 *   trace_ompt.c        the OpenMP run time tells of transfers, allocations and launches
 *   trace_regions.c     names of kernels
 *
 * On an NVIDIA GPU, lib/driverfront adds the device's own times.
 */
#ifndef CLEAVE_RUNTIME_TRACE_H
#define CLEAVE_RUNTIME_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/trace_kinds.h"

struct cleave_trace_event {
  enum cleave_trace_kind kind;
  const char *name;    /* variable, function of a kernel, directive; NULL: not known */
  const char *file;    /* of the directive; NULL: not known */
  uint32_t line;       /* of the directive; 0: not known */
  int32_t device;      /* -1: none */
  uint32_t stream;     /* 0: this thread's doing; else a stream of the device, counted from 1 */
  uint64_t bytes;      /* of data */
  uint64_t address;    /* on the device, of what is allocated or released; else on the host; 0: none */
  int64_t begin;       /* ns since the trace began */
  _Atomic int64_t end; /* 0: under way */
};

/* Whether events are recorded. */
extern atomic_bool cleave_trace_on;
static inline bool cleave_trace_is_on(void) {
  return atomic_load_explicit(&cleave_trace_on, memory_order_relaxed);
}

/* Begins the trace, if CLEAVE_TRACE names a file that can be written; if it cannot, says so. What is
 * called again does nothing. To be called before the first construct. */
void cleave_trace_start(void);

/* ns since the trace began. */
int64_t cleave_trace_now(void);

/* Records that what WHAT describes begins now, in this thread; its times are not looked at. Texts are
 * copied. Returns the event, whose `bytes` and `address` may be filled in until it ends; or NULL if
 * there is no room, and that is counted. */
struct cleave_trace_event *cleave_trace_begin(const struct cleave_trace_event *what);

/* EVENT, of any thread, ends now. NULL is allowed. */
void cleave_trace_end(struct cleave_trace_event *event);

/* Records WHAT, whose times are known. */
void cleave_trace_add(const struct cleave_trace_event *what);

/* ---- between the parts of the recorder ------------------------------------------------------- */

/* Begins to watch for the end of the process, which then writes the trace to the open FILE;
 * takes over PATH, its name. */
void cleave_trace_watch_end(int file, char *path);

/* To be called before images are unregistered. */
void cleave_trace_images_go(void);

/* Calls VISIT for every event so far, with the number of its thread, from 1. Other threads may go on
 * recording. Returns how many events found no room. */
uint64_t cleave_trace_visit(void (*visit)(void *context, uint32_t thread,
                                          const struct cleave_trace_event *event),
                            void *context);

/* Writes all events as JSON. Returns false, with errno set, if that fails. */
bool cleave_trace_write(FILE *out);

#endif
