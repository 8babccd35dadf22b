/* FILE: lib/trace/recorder.h
 * WHAT: the recorder of CLEAVE_TRACE: the operations of a process on its devices, as events with a begin and
 *       an end.
 *
 * The folder lib/trace: functions that move data, launch kernels or wait record an event each; when the process ends, the
 * events are written as Chrome trace events. It may include model, abi, process and image. A caller records so:
 *
 *   struct cleave_trace_event *event = NULL;
 *   if (cleave_trace_is_on())
 *     event = cleave_trace_begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_PIN, ...});
 *   pin(...);
 *   cleave_trace_end(event);
 *
 * Each thread appends to its own buffers, so recording takes no lock. Without CLEAVE_TRACE the cost is the one load in
 * cleave_trace_is_on or cleave_trace_is_observed.
 *
 *   recorder.c          the buffers of events
 *   trace_write.c       all events as JSON
 *   trace_name.c        the name of the file
 *   trace_file.c        the file: opened at the first registration, written when the process ends
 *   kernel_names.c      names of kernels
 *   content.c           hashes of data, and the calls of a construct, with CLEAVE_TRACE_CONTENT
 *   trace_construct.c   the construct that a thread executes, and the operations of the OpenMP run time for it
 *   trace_ompt.c        the callbacks by which the OpenMP run time reports transfers, allocations and launches
 *   ompt_tool.c         another tool that wants the same callbacks
 *   nvtx.c              ranges for NVIDIA's profilers
 *
 * On an NVIDIA GPU, lib/interposer adds the device's own times.
 */
#ifndef CLEAVE_TRACE_RECORDER_H
#define CLEAVE_TRACE_RECORDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/trace_kinds.h"

struct cleave_trace_event {
  enum cleave_trace_kind kind;
  const char *name; /* variable, function of a kernel, directive; NULL: not known */
  const char *file; /* of the directive; NULL: not known */
  uint32_t line;    /* of the directive; 0: not known */
  int32_t device;   /* -1: none */
  uint32_t stream;  /* 0: the thread itself; else a stream of the device, counted from 1 */
  uint64_t bytes;   /* of data */
  uint64_t address; /* an allocation or release: on the device; else on the host; 0: none */
  uint64_t host;    /* of an allocation: the address of the object on the host; 0: not known */
  uint64_t
      operation; /* of a copy by the OpenMP run time, and of the device's work for it: its number; 0: none */
  const char *
      calls; /* the functions that called the construct of a copy, the outermost first, as "main > step"; or NULL */
  int64_t begin;            /* ns since the trace began */
  _Atomic int64_t end;      /* 0: in progress */
  _Atomic uint64_t content; /* hash of the bytes that a copy read or wrote on the host; 0: not known */
};

/* Who gets the events: bits. */
enum { CLEAVE_TRACE_TO_FILE = 1, CLEAVE_TRACE_TO_NVTX = 2 };
extern atomic_uint cleave_trace_receivers;

/* Whether events are recorded. */
static inline bool cleave_trace_is_on(void) {
  return atomic_load_explicit(&cleave_trace_receivers, memory_order_relaxed) & CLEAVE_TRACE_TO_FILE;
}

/* Whether a profiler gets ranges. */
static inline bool cleave_trace_names_ranges(void) {
  return atomic_load_explicit(&cleave_trace_receivers, memory_order_relaxed) & CLEAVE_TRACE_TO_NVTX;
}

/* Whether one of both holds, so that constructs and operations are to be reported (trace_construct.h). */
static inline bool cleave_trace_is_observed(void) {
  return atomic_load_explicit(&cleave_trace_receivers, memory_order_relaxed);
}

/* Sets the origin of times and begins to record. */
void cleave_trace_enable(void);

/* The origin of times, in ns of the wall clock since 1970; also of the monotonic clock, which all processes of a machine share. */
int64_t cleave_trace_origin(int64_t *monotonic);

/* ns since the trace began. */
int64_t cleave_trace_now(void);

/* Records that the event WHAT begins now, in this thread; the times in WHAT are ignored. Texts are copied.
 * Returns the event, whose `bytes` and `address` may be filled in until it ends. Returns NULL if there is no
 * room, and counts the event. Returns NULL if events are not recorded. */
struct cleave_trace_event *cleave_trace_begin(const struct cleave_trace_event *what);

/* EVENT, of any thread, ends now. NULL is allowed. */
void cleave_trace_end(struct cleave_trace_event *event);

/* Records WHAT, whose times are known, if events are recorded. */
void cleave_trace_add(const struct cleave_trace_event *what);

/* Calls VISIT for every event so far, with the number of its thread, from 1. Other threads may continue to
 * record. Returns the number of events that found no room. */
uint64_t cleave_trace_visit(void (*visit)(void *context, uint32_t thread,
                                          const struct cleave_trace_event *event),
                            void *context);

#endif
