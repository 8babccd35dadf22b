/* FILE: lib/runtime/launch_report.h
 * WHAT: CLEAVE_VERBOSE: the grids of kernels, and the reasons for them.
 */
#ifndef CLEAVE_RUNTIME_LAUNCH_REPORT_H
#define CLEAVE_RUNTIME_LAUNCH_REPORT_H

#include "geometry/geometry.h"
#include "image/image.h"

/* Prints the grid of a launch of KERNEL on DEVICE, unless the last line for this kernel was the same. */
void cleave_launches_note(const struct cleave_kernel *kernel, int64_t device, uint64_t trip_count,
                          const struct cleave_geometry *grid);

#endif
