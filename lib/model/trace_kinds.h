/* FILE: lib/model/trace_kinds.h
 * WHAT: the kinds of trace events and their names in the file, written by libcleave and read by `cleave
 *       trace`.
 */
#ifndef CLEAVE_MODEL_TRACE_KINDS_H
#define CLEAVE_MODEL_TRACE_KINDS_H

#include <stdbool.h>

enum cleave_trace_kind {
  CLEAVE_TRACE_CONSTRUCT, /* a target construct, from its begin to its end on the host */
  CLEAVE_TRACE_ENQUEUE,   /* the host submits work whose device time is measured */
  CLEAVE_TRACE_TO_DEVICE,
  CLEAVE_TRACE_FROM_DEVICE,
  CLEAVE_TRACE_BETWEEN_DEVICES,
  CLEAVE_TRACE_ALLOCATION, /* of device memory */
  CLEAVE_TRACE_RELEASE,
  CLEAVE_TRACE_KERNEL,
  CLEAVE_TRACE_WAIT, /* the host waits for the device */
  CLEAVE_TRACE_PIN   /* host memory is page-locked or unlocked */
};
enum { CLEAVE_TRACE_KINDS = CLEAVE_TRACE_PIN + 1 };

/* The "process" numbers in the file: host threads belong to HOST_PROCESS, streams of device N to
 * FIRST_DEVICE_PROCESS + N. 0 is not used: Perfetto treats it as the idle process. */
enum { CLEAVE_TRACE_HOST_PROCESS = 1, CLEAVE_TRACE_FIRST_DEVICE_PROCESS = 2 };

/* The value of the first field of a trace's "otherData". */
#define CLEAVE_TRACE_FORMAT "cleave trace 1"
/* That of several traces in one file, which only viewers read. */
#define CLEAVE_TRACE_FORMAT_MERGED "cleave trace 1 merged"

/* Returns the name of KIND, an event's "cat". The string is static. */
const char *cleave_trace_kind_name(enum cleave_trace_kind kind);

/* Stores the kind named NAME. Returns false if there is none. */
bool cleave_trace_kind_read(const char *name, enum cleave_trace_kind *kind);

#endif
