/* FILE: lib/runtime/driver_front.h
 * WHAT: libcleave-cuda.so (lib/driverfront), put in front of the CUDA driver where there is something for
 *       it to do: a trace, or CLEAVE_WAITS=region.
 *
 * All but the first function are for the transfer engine, and do nothing where waits are not held back.
 */
#ifndef CLEAVE_RUNTIME_DRIVER_FRONT_H
#define CLEAVE_RUNTIME_DRIVER_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/descriptor.h"

/* Loads it, if it is wanted, there is a driver, and the program has not opened that yet. To be called for
 * each DESCRIPTOR before its images are registered; registrations do not overlap. */
void cleave_driver_front_load(const struct cleave_descriptor *descriptor);

/* This thread begins a region: the host waits for the region's kernels when it needs something of them. */
void cleave_waits_begin(void);

/* It ends the region, whose default device is DEVICE, and waits for what is under way. If a kernel has
 * failed, the OpenMP run time gets to know it here at the latest, and ends the process. */
void cleave_waits_end(int64_t device);

/* A CUevent behind all kernels that this thread's regions have launched; whoever copies something that they
 * have written lets his stream wait for it. NULL: they are done. `cleave_waits_unmark` takes it back, from
 * any thread. */
void *cleave_waits_mark(void);
void cleave_waits_unmark(void *mark);

/* Whether this thread puts what it gives to a device behind kernels by marks. Otherwise all of it comes
 * behind all kernels of regions that nobody has waited for. */
void cleave_waits_set_independent(bool independent);

#endif
