/* FILE: lib/runtime/omptarget.h
 * WHAT: libomptarget's own functions, which libcleave stands in front of.
 */
#ifndef CLEAVE_RUNTIME_OMPTARGET_H
#define CLEAVE_RUNTIME_OMPTARGET_H

#include <stdint.h>

#include "runtime/descriptor.h"

struct cleave_omptarget {
  void (*register_lib)(struct cleave_descriptor *);
  void (*unregister_lib)(struct cleave_descriptor *);
  int (*target_kernel)(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                       void *host_pointer, struct cleave_launch_arguments *launch);
  int (*device_count)(void);
  int (*default_device)(void);
};

/* Finds them at the first call. Ends the process, with a message, if there is no libomptarget. */
const struct cleave_omptarget *cleave_omptarget(void);

#endif
