/* FILE: lib/interposer/interposer.h
 * WHAT: libcleave-cuda.so, which the OpenMP run time calls in place of CUDA. It measures kernels and copies on the device
 *       for a trace, defers waits whose outcome the host does not need, and lets the host poll instead of sleep.
 *
 * Its soname is libcuda.so, the name by which the OpenMP run time opens CUDA. CUDA's own soname is libcuda.so.1. If this
 * library is loaded first, the run time gets it. It depends on libcuda.so.1, so a symbol that it does not define is
 * CUDA's.
 *
 * Input: calls of CUDA. Output: the same calls in an order that gives the same results, and events of a trace. Its
 * files may include headers of cuda, process and trace.
 *
 *   cuda_table.c         CUDA's own functions
 *   measurement.c        times on the device, from pairs of events
 *   pinned_memory.c      the operation that page-locked a range of memory
 *   stream_wait.c        waits of the host for a stream
 *   stream_chain.c       deferred synchronization: docs/design/waits.md
 *   launch_graph.c       launches of time loops as CUDA graphs: docs/design/graphs.md
 *   complete_events.c    events whose waits have no effect
 *   interposed_functions.c  the functions that it exports
 *   interposer_loader.c  loads the library; part of libcleave.so
 */
#ifndef CLEAVE_INTERPOSER_INTERPOSER_H
#define CLEAVE_INTERPOSER_INTERPOSER_H

#include "cuda/cuda.h"
#include "trace/recorder.h"

/* The recorder of libcleave.so. */
struct cleave_interposer_recorder {
  struct cleave_trace_event *(*operation)(void);  /* see cleave_operation */
  struct cleave_trace_event *(*begin_wait)(void); /* see cleave_construct_begin_wait */
  void (*no_wait)(void);                          /* see cleave_construct_waits_not */
  struct cleave_trace_event *(*begin)(const struct cleave_trace_event *what);
  void (*end)(struct cleave_trace_event *event);
  void (*add)(const struct cleave_trace_event *what);
  int64_t (*now)(void);
};

/* Deferred synchronization. All functions apply to the calling thread. */
struct cleave_deferred_waits {
  /* A region begins. Until it ends, a wait is deferred if only kernels and small copies to the device are pending.
   * Regions nest. */
  void (*begin)(void);
  /* The innermost region ends: waits for all pending work. Returns false on failure; then the thread's next call that
   * submits work or waits returns the error. */
  bool (*end)(void);
  /* Waits for all pending work. Failures are reported as by `end`. */
  void (*synchronize)(void);
  /* Excludes the calling thread from the ordering of deferred work. A thread of the transfer engine calls it: its work
   * waits only for CUDA events that the thread of the region has recorded. */
  void (*set_independent)(void);
};

/* To be called once, before the first call of CUDA. RECORDER is NULL if nothing is traced. If WAITS is not NULL, it is
 * filled in, and waits are deferred. SPINS: the driver chooses how the host waits, and not the OpenMP run time.
 * GRAPHS: launches of time loops become CUDA graphs, if waits are deferred, nothing is traced and CUDA has graphs. IMAGE_REFUSED is called if CUDA cannot load a
 * device image, with CUDA's error and its version (13000 for 13.0; 0: not known). Returns false if CUDA lacks a function that is
 * needed; the caller then closes the library. */
__attribute__((visibility("default"))) bool
cleave_interposer_start(const struct cleave_interposer_recorder *recorder,
                        struct cleave_deferred_waits *waits, bool spins, bool graphs,
                        void (*image_refused)(CUresult error, int version));

#endif
