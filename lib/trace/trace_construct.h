/* FILE: lib/trace/trace_construct.h
 * WHAT: the target construct that a thread executes, and what the OpenMP run time does for it, as
 *       events of a trace.
 *
 * The entry points that libcleave interposes know the construct: its place in the source and its
 * variables. What is moved, allocated and launched is told by the OpenMP run time, in the same thread
 * and before the entry point returns. Here the two meet.
 */
#ifndef CLEAVE_TRACE_TRACE_CONSTRUCT_H
#define CLEAVE_TRACE_TRACE_CONSTRUCT_H

#include <stddef.h>

#include "trace/recorder.h"

enum { CLEAVE_MAX_PLACE = 1024 };

/* What clang passes for the list items of a construct: COUNT elements each. */
struct cleave_construct_items {
  uint32_t count;
  void *const *pointers;
  const int64_t *sizes;
  void *const *names; /* NULL without debug information */
};

/* A construct under way, on the stack of the thread that executes it. */
struct cleave_construct {
  struct cleave_construct *outer;
  struct cleave_trace_event *event;
  struct cleave_construct_items items;
  char file[CLEAVE_MAX_PLACE];     /* "" if not known */
  char function[CLEAVE_MAX_PLACE]; /* of the kernel; "" if there is none */
  uint32_t line, kernel_line;      /* 0 if not known */
  int32_t device;
  bool waits;     /* for the device, before it ends */
  int64_t issued; /* when the last work was given to the device that nobody has waited for; 0: none */
};

/* This thread begins the construct DIRECTIVE. LOCATION is clang's ident_t; DEVICE may be -1, the
 * default one; KERNEL is the address that stands for its region, or NULL. */
void cleave_construct_begin(struct cleave_construct *construct, const char *directive, const void *location,
                            int64_t device, const void *kernel, const struct cleave_construct_items *items,
                            bool waits);
void cleave_construct_end(struct cleave_construct *construct);

/* For the construct of this thread, or without one: the run time begins a transfer, an allocation, a
 * release or a launch. ADDRESS is the host's, or the device's of what is released. */
void cleave_operation_begin(enum cleave_trace_kind kind, int32_t device, uint64_t address, uint64_t bytes);
/* The same for what no construct does: as WHAT says. */
void cleave_operation_begin_as(const struct cleave_trace_event *what);
/* DEVICE_ADDRESS: of what was allocated. */
void cleave_operation_end(uint64_t device_address);

/* The operation under way in this thread, or NULL. */
struct cleave_trace_event *cleave_operation(void);

/* What the list item of this thread's construct that begins at ADDRESS is called, and where the construct
 * stands: the texts are copied, for the caller to free; NULL and 0 if they are not known. */
void cleave_construct_item(const void *address, char **name, char **file, uint32_t *line);

/* This thread begins to wait for the device, for its construct or without one. */
struct cleave_trace_event *cleave_construct_begin_wait(void);

/* This thread does not wait for the device here, though its construct seems to. */
void cleave_construct_waits_not(void);

#endif
