/* FILE: lib/runtime/launch_report.h
 * WHAT: CLEAVE_VERBOSE: what grids kernels are launched with, and why.
 */
#ifndef CLEAVE_RUNTIME_LAUNCH_REPORT_H
#define CLEAVE_RUNTIME_LAUNCH_REPORT_H

#include "geometry/geometry.h"
#include "image/image.h"

/* Says it of a launch of KERNEL on DEVICE, unless the last words about this kernel were the same. */
void cleave_launches_note(const struct cleave_kernel *kernel, int64_t device, uint64_t trip_count,
                          const struct cleave_geometry *grid);

#endif
