/* FILE: lib/data_check/check_host.h
 * WHAT: what all parts of the check share: libcleave, the counts of the summary, one lock.
 */
#ifndef CLEAVE_DATA_CHECK_CHECK_HOST_H
#define CLEAVE_DATA_CHECK_CHECK_HOST_H

#include <stdatomic.h>

#include "data_check/data_check.h"
#include "data_check/raw_calls.h"

/* Set once, before all else. */
extern struct cleave_check_host cleave_check_host;

/* For the summary. */
struct cleave_check_counts {
  _Atomic uint64_t objects;  /* mapped */
  _Atomic uint64_t kernels;  /* after which device and host were compared */
  _Atomic uint64_t bytes;    /* compared */
  _Atomic uint64_t accesses; /* of instructions, to protected pages */
  _Atomic uint64_t calls;    /* system calls that were looked at */
  _Atomic uint64_t reports;
  _Atomic uint64_t unchecked; /* pages that cannot be protected, or were opened after too many accesses */
};
extern struct cleave_check_counts cleave_check_counts;

static inline void cleave_check_count(_Atomic uint64_t *count, uint64_t more) {
  atomic_fetch_add_explicit(count, more, memory_order_relaxed);
}

/* Protects the mappings and the state of pages. Only raw calls are allowed while it is held. */
extern struct cleave_raw_lock cleave_check_lock;

/* The check is switched off: in the child of a fork. */
extern atomic_bool cleave_check_off;

#endif
