/* FILE: lib/drivertrace/drivertrace.h
 * WHAT: libcleave-cuda-trace.so, which stands between the OpenMP run time and the CUDA driver while a
 *       trace is written, and measures kernels and copies on the device.
 *
 * Its name for the loader (soname) is libcuda.so, by which the OpenMP run time opens the driver; the
 * driver's own is libcuda.so.1. Where this library is loaded first, the run time gets it. It depends on
 * the driver, so that whoever looks for a function that it does not define finds the driver's.
 *
 *   entry.c    the functions that it defines
 *   measure.c  times on the device, from pairs of events around what is measured
 */
#ifndef CLEAVE_DRIVERTRACE_DRIVERTRACE_H
#define CLEAVE_DRIVERTRACE_DRIVERTRACE_H

#include "cuda/cuda.h"
#include "runtime/trace.h"

/* The recorder, which is libcleave's. */
struct cleave_driver_recorder {
  struct cleave_trace_event *(*operation)(void);  /* see cleave_operation */
  struct cleave_trace_event *(*begin_wait)(void); /* see cleave_construct_begin_wait */
  struct cleave_trace_event *(*begin)(const struct cleave_trace_event *what);
  void (*end)(struct cleave_trace_event *event);
  void (*add)(const struct cleave_trace_event *what);
  int64_t (*now)(void);
};

/* To be called once, before anybody uses the driver. Returns false if this driver lacks a function that
 * is needed; the library is then to be closed again. */
__attribute__((visibility("default"))) bool
cleave_driver_trace_start(const struct cleave_driver_recorder *recorder);

/* ---- between the parts ----------------------------------------------------------------------- */

struct driver {
  struct cleave_cuda cuda;
  struct cleave_driver_recorder recorder;
};
extern struct driver driver;

struct stream;

/* Something on its way to the device. */
struct measurement {
  struct stream *stream; /* NULL: not measured */
  CUevent begin, end;
  struct cleave_trace_event *operation;
  struct cleave_trace_event what;
  struct measurement *next;
};

/* HANDLE, just made, is measured from now on; its context is current. */
void measure_stream(CUstream handle);

/* HANDLE will be no more. */
void forget_stream(CUstream handle);

/* Brackets a call that gives STREAM work of KIND. GIVEN: the call succeeded. */
struct measurement *measurement_begin(enum cleave_trace_kind kind, CUstream stream, const void *host,
                                      size_t bytes);
void measurement_end(struct measurement *measurement, bool given);

/* All work of STREAM so far is done: records it. */
void measurements_done(CUstream stream);

#endif
