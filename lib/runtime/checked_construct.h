/* FILE: lib/runtime/checked_construct.h
 * WHAT: constructs, as CLEAVE_CHECK=data sees them.
 */
#ifndef CLEAVE_RUNTIME_CHECKED_CONSTRUCT_H
#define CLEAVE_RUNTIME_CHECKED_CONSTRUCT_H

#include "data_check/data_check.h"
#include "trace/trace_construct.h"

/* On the stack of the thread that executes the construct. */
struct cleave_checked_construct {
  struct cleave_check_construct construct;
  struct cleave_construct place;
};

/* Before and after the call of libomptarget for CONSTRUCT, whose members from `kernel` on are filled in here. Requires that
 * cleave_data_check() is not NULL. HAS_RUN: a kernel ran on the device. */
void cleave_checked_begin(struct cleave_checked_construct *checked, const void *location, const void *kernel,
                          const struct cleave_check_construct *construct);
void cleave_checked_end(const struct cleave_checked_construct *checked, bool has_run);

#endif
