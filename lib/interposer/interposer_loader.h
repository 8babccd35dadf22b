/* FILE: lib/interposer/interposer_loader.h
 * WHAT: libcleave-cuda.so (interposer.h) in this process: loaded for a trace or for CLEAVE_WAITS=region.
 *
 * Without deferred waits, all functions but the first do nothing.
 */
#ifndef CLEAVE_INTERPOSER_INTERPOSER_LOADER_H
#define CLEAVE_INTERPOSER_INTERPOSER_LOADER_H

#include <stdbool.h>

#include "abi/offload.h"

/* Loads the library if it is needed, CUDA is installed, and the program has not opened CUDA yet. Call it for
 * each DESCRIPTOR before its images are registered. Registrations do not overlap. */
void cleave_interposer_load(const struct cleave_descriptor *descriptor);

/* This thread begins a region: the host waits for the region's kernels when it needs their results. */
void cleave_waits_begin(void);

/* The same, but only if this thread is in no region. Returns whether it has begun one, which cleave_waits_end then ends. */
bool cleave_waits_begin_outermost(void);

/* This thread ends the region and waits for pending work. If a kernel has failed, the OpenMP run time gets the error here
 * at the latest, and ends the process. */
void cleave_waits_end(void);

/* Waits for the kernels that this thread's regions have launched. */
void cleave_waits_synchronize(void);

/* From now on this thread submits only copies that are ordered with all kernels: after an event that the region's thread
 * has recorded, or with memory that no kernel has been given yet. The interposer does not order them. */
void cleave_waits_set_independent(void);

#endif
