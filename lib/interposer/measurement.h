/* FILE: lib/interposer/measurement.h
 * WHAT: times on the device, from pairs of events around kernels and copies, while a trace is recorded. Without a trace
 *       these functions do nothing.
 */
#ifndef CLEAVE_INTERPOSER_MEASUREMENT_H
#define CLEAVE_INTERPOSER_MEASUREMENT_H

#include "cuda/cuda.h"
#include "trace/recorder.h"

struct stream;

/* A kernel or copy that has been submitted. */
struct measurement {
  struct stream *stream; /* NULL: not measured */
  CUevent begin, end;
  struct cleave_trace_event *operation;
  struct cleave_trace_event what;
  struct measurement *next;
};

/* From now on measures the stream HANDLE, which has just been created; its context is current. */
void measure_stream(CUstream handle);

/* The stream HANDLE is about to be destroyed. */
void forget_stream(CUstream handle);

/* To be called before and after a call that submits work of KIND to STREAM. GIVEN: the call succeeded. */
struct measurement *measurement_begin(enum cleave_trace_kind kind, CUstream stream, const void *host,
                                      size_t bytes);
void measurement_end(struct measurement *measurement, bool given);

/* Records the measurements whose work has completed: those of STREAM, or of all streams if it is NULL. */
void measurements_done(CUstream stream);

#endif
