/* FILE: lib/trace/trace_construct.h
 * WHAT: the target construct that a thread executes, and the operations of the OpenMP run time for it, as events of a trace.
 *
 * libcleave's entry points have the source location and the variables of a construct. The OpenMP run time reports transfers,
 * allocations and launches in the same thread, before the entry point returns. This file combines them. A profiler gets them
 * as NVTX ranges.
 */
#ifndef CLEAVE_TRACE_TRACE_CONSTRUCT_H
#define CLEAVE_TRACE_TRACE_CONSTRUCT_H

#include <stddef.h>

#include "trace/recorder.h"

enum { CLEAVE_MAX_PLACE = 1024 };

/* The list items of a construct, as clang passes them: COUNT elements each. */
struct cleave_construct_items {
  uint32_t count;
  void *const *pointers;
  const int64_t *sizes;
  void *const *names; /* NULL without debug information */
};

/* A construct that is being executed, on the stack of its thread. */
struct cleave_construct {
  struct cleave_construct *outer;
  struct cleave_trace_event *event;
  struct cleave_construct_items items;
  char file[CLEAVE_MAX_PLACE];     /* "" if not known */
  char function[CLEAVE_MAX_PLACE]; /* of the kernel; "" if there is none */
  char calls[CLEAVE_MAX_PLACE];    /* functions, the outermost first; "" if not known */
  uint32_t line, kernel_line;      /* 0 if not known */
  int32_t device;
  bool waits;     /* for the device, before it ends */
  bool has_range; /* an NVTX range that its end has to end */
  int64_t issued; /* when the last work was submitted that no thread has waited for; 0: none */
  /* Copies to the host, whose content is known when the construct has ended. */
  struct cleave_trace_event **arrivals;
  size_t arrival_count;
};

/* This thread begins the construct DIRECTIVE. LOCATION is clang's ident_t. DEVICE may be -1, the default device. KERNEL is the
 * address that identifies the kernel of its region, or NULL. */
void cleave_construct_begin(struct cleave_construct *construct, const char *directive, const void *location,
                            int64_t device, const void *kernel, const struct cleave_construct_items *items,
                            bool waits);
void cleave_construct_end(struct cleave_construct *construct);

/* Only stores the file, the function and the lines of LOCATION and KERNEL in CONSTRUCT. */
void cleave_construct_place(struct cleave_construct *construct, const void *location, const void *kernel);

/* The run time begins a transfer, an allocation, a release or a launch, for the construct of this thread or without one. ADDRESS
 * is a host address; for a release, a device address. */
void cleave_operation_begin(enum cleave_trace_kind kind, int32_t device, uint64_t address, uint64_t bytes);
/* The same for an operation without a construct: WHAT describes it. */
void cleave_operation_begin_as(const struct cleave_trace_event *what);
/* DEVICE_ADDRESS: the result of an allocation. */
void cleave_operation_end(uint64_t device_address);

/* The operation that this thread executes, or NULL; NULL as well if events are not recorded. */
struct cleave_trace_event *cleave_operation(void);

/* The name of the list item at ADDRESS of this thread's construct, and the construct's location. The caller frees the texts. NULL
 * and 0 if they are not known. */
void cleave_construct_item(const void *address, char **name, char **file, uint32_t *line);

/* This thread begins to wait for the device, for its construct or without one. */
struct cleave_trace_event *cleave_construct_begin_wait(void);

/* The wait of this thread's construct is deferred. */
void cleave_construct_waits_not(void);

#endif
