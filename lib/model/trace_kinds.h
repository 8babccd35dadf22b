/* FILE: lib/model/trace_kinds.h
 * WHAT: what the events of a trace are: the words that libcleave writes and `cleave trace` reads.
 */
#ifndef CLEAVE_MODEL_TRACE_KINDS_H
#define CLEAVE_MODEL_TRACE_KINDS_H

#include <stdbool.h>

enum cleave_trace_kind {
  CLEAVE_TRACE_CONSTRUCT, /* a target construct, from its begin on the host to its end there */
  CLEAVE_TRACE_ENQUEUE,   /* the host gives the device work whose own time is measured */
  CLEAVE_TRACE_TO_DEVICE,
  CLEAVE_TRACE_FROM_DEVICE,
  CLEAVE_TRACE_BETWEEN_DEVICES,
  CLEAVE_TRACE_ALLOCATION, /* of device memory */
  CLEAVE_TRACE_RELEASE,
  CLEAVE_TRACE_KERNEL,
  CLEAVE_TRACE_WAIT, /* the host waits for the device */
  CLEAVE_TRACE_PIN   /* host memory is pinned, or no longer */
};
enum { CLEAVE_TRACE_KINDS = CLEAVE_TRACE_PIN + 1 };

/* How the file numbers what an event happened on: the host's threads belong to this "process", the streams
 * of device N to the N-th behind it. Not 0, which Perfetto takes for the idle process. */
enum { CLEAVE_TRACE_HOST_PROCESS = 1, CLEAVE_TRACE_FIRST_DEVICE_PROCESS = 2 };

/* The first field of every trace's "otherData", and its value. */
#define CLEAVE_TRACE_FORMAT "cleave trace 1"

/* The word for KIND, an event's "cat". */
const char *cleave_trace_kind_name(enum cleave_trace_kind kind);

/* The kind that NAME is the word for. Returns false if it is none. */
bool cleave_trace_kind_read(const char *name, enum cleave_trace_kind *kind);

#endif
