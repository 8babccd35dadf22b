/* FILE: lib/driverfront/driverfront.h
 * WHAT: libcleave-cuda.so, which stands between the OpenMP run time and the CUDA driver: it measures
 *       kernels and copies on the device while a trace is written, and holds back waits for which the
 *       host has no use.
 *
 * Its name for the loader (soname) is libcuda.so, by which the OpenMP run time opens the driver; the
 * driver's own is libcuda.so.1. Where this library is loaded first, the run time gets it. It depends on
 * the driver, so that whoever looks for a function that it does not define finds the driver's.
 *
 *   entry.c    the functions that it defines
 *   measure.c  times on the device, from pairs of events around what is measured
 *   pinned.c   for whose sake memory is page-locked
 *   queue.c    kernels of one region in one queue: docs/design/waits.md
 */
#ifndef CLEAVE_DRIVERFRONT_DRIVERFRONT_H
#define CLEAVE_DRIVERFRONT_DRIVERFRONT_H

#include "cuda/cuda.h"
#include "runtime/trace.h"

/* The recorder, which is libcleave's. */
struct cleave_driver_recorder {
  struct cleave_trace_event *(*operation)(void);  /* see cleave_operation */
  struct cleave_trace_event *(*begin_wait)(void); /* see cleave_construct_begin_wait */
  void (*no_wait)(void);                          /* see cleave_construct_waits_not */
  struct cleave_trace_event *(*begin)(const struct cleave_trace_event *what);
  void (*end)(struct cleave_trace_event *event);
  void (*add)(const struct cleave_trace_event *what);
  int64_t (*now)(void);
};

/* How libcleave holds back waits. All functions are of the calling thread. */
struct cleave_driver_queue {
  /* A region begins: from now on a wait for nothing but kernels and small copies to the device is held
   * back. Regions nest. */
  void (*begin)(void);
  /* The innermost region ends: waits for what is under way. Returns false if that failed; the next call
   * by which this thread gives a device work or waits for it returns the error. */
  bool (*end)(void);
  /* Waits for what is under way. What fails is told as by `end`. */
  void (*settle)(void);
  /* What this thread gives to a device goes there as it is, from now on: it puts it in order itself, by
   * events that a region's thread has recorded: they are behind all that it has given to its devices. */
  void (*set_independent)(void);
};

/* To be called once, before anybody uses the driver. RECORDER is NULL where nothing is traced; QUEUE, if
 * it is not NULL, is filled in. Returns false if this driver lacks a function that is needed; the library
 * is then to be closed again. */
__attribute__((visibility("default"))) bool
cleave_driver_front_start(const struct cleave_driver_recorder *recorder, struct cleave_driver_queue *queue);

/* ---- between the parts ----------------------------------------------------------------------- */

struct driver {
  struct cleave_cuda cuda;
  bool traces, queues;
  struct cleave_driver_recorder recorder; /* if it traces */
};
extern struct driver driver;

/* cuStreamSynchronize, with what a trace tells of it. */
CUresult wait_for(CUstream stream);

/* ---- measure.c: while a trace is written; without one, nothing happens ----------------------------- */

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

/* Some work is done, that of STREAM if it is not NULL, or of any: records it. */
void measurements_done(CUstream stream);

/* ---- pinned.c: while a trace is written; without one, nothing is known ------------------------------ */

/* Memory that is page-locked, and the operation for which it was; NULL and 0: not known. */
struct pinned {
  struct pinned *next;
  const void *address;
  size_t bytes;
  char *name, *file;
  uint32_t line;
};

/* BYTES at ADDRESS were page-locked just now, for OPERATION, or NULL. */
void remember_pin(const void *address, size_t bytes, const struct cleave_trace_event *operation);
/* What was remembered of ADDRESS, no longer remembered; NULL: nothing. */
struct pinned *take_pin(const void *address);
/* What take_pin has given: it is remembered again; or freed. NULL is allowed. */
void add_pin(struct pinned *pin);
void free_pin(struct pinned *pin);

/* ---- queue.c: while waits are held back; otherwise nothing happens, and all results are 0 ---------- */

/* Before all else. */
void queue_start(void);

/* The stream HANDLE was made just now, its context is current; and will be no more. */
CUresult queue_stream(CUstream handle);
void queue_forget_stream(CUstream handle);

/* This thread is about to give work to a stream. What it returns, if it is not 0, is the result of the
 * call, which is not to be made. NEEDED: the host needs the outcome, or memory that the work uses, as soon
 * as it waits for it. BYTES: how long the pieces of device memory are that it uses; 0: not known. */
CUresult queue_work(CUstream handle, bool needed, size_t bytes);

/* This thread is about to record an event in a stream: the same. */
CUresult queue_event(CUstream handle);

/* This thread is about to copy BYTES at *FROM to the device: the same, and *FROM may become a place where
 * the bytes stay as long as the copy needs them. */
CUresult queue_copy(CUstream handle, const void **from, size_t bytes);

/* This thread wants to wait for STREAM. Returns true if there is no need to, with *RESULT. */
bool queue_holds_back(CUstream handle, CUresult *result);

/* It has waited for STREAM. */
void queue_waited(CUstream handle);

/* This thread is about to do what nothing may be under way for: waits for all threads' regions. */
CUresult queue_empty(void);

/* The functions of struct cleave_driver_queue. */
void queue_begin(void);
bool queue_end(void);
void queue_settle(void);
void queue_set_independent(void);

#endif
