/* FILE: lib/trace/nvtx.h
 * WHAT: NVTX ranges: names of constructs, kernels and transfers for NVIDIA's profilers.
 *
 * A profiler that wants NVTX ranges sets NVTX_INJECTION64_PATH to a library. NVTX has no library of its own: a program loads
 * the profiler's library, which fills in the program's tables of functions. All ranges are in the domain "cleave".
 */
#ifndef CLEAVE_TRACE_NVTX_H
#define CLEAVE_TRACE_NVTX_H

#include <stdbool.h>
#include <stdint.h>

enum cleave_nvtx_category {
  CLEAVE_NVTX_CONSTRUCT = 1,
  CLEAVE_NVTX_KERNEL,
  CLEAVE_NVTX_TRANSFER,
};

/* Loads the profiler's library, unless CLEAVE_NVTX=off. Returns whether it wants ranges. Warns if there is no such library. To be
 * called once. */
bool cleave_nvtx_connect(void);

/* Begins a range of this thread with the name TEXT, inside this thread's other ranges. BYTES: of a transfer; else 0. Requires
 * that cleave_nvtx_connect returned true. */
void cleave_nvtx_push(enum cleave_nvtx_category category, const char *text, uint64_t bytes);

/* Ends the innermost range of this thread. */
void cleave_nvtx_pop(void);

#endif
