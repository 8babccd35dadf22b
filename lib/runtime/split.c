/* FILE: lib/runtime/split.c
 * WHAT: whether a region runs split or as it is written.
 */
#include <stdarg.h>

#include "engine/engine.h"
#include "geometry/geometry.h"
#include "runtime/limits.h"
#include "runtime/omptarget.h"
#include "runtime/runtime.h"
#include "runtime/settings.h"
#include "transfermodel/transfermodel.h"

enum { MOST_LOOPS = 32 }; /* as lib/fission/as_written.c has it */

static bool one_team_pays_on_host(const struct cleave_split_region *region) {
  const struct cleave_transfer_rates rates = cleave_transfer_rates_of_host();
  return cleave_one_team_pays(&(struct cleave_pace){.kernel_launch = rates.kernel_launch,
                                                    .threads = cleave_engine_host_threads(),
                                                    .copies = rates.pageable_to_device,
                                                    .is_host = true},
                              region);
}

static bool one_team_pays(int device, const struct cleave_split_region *region) {
  if (device == -1)
    device = cleave_omptarget()->default_device();
  if (cleave_engine_is_host(device))
    return one_team_pays_on_host(region);
  const struct cleave_device_limits *limits = cleave_limits_of_device(device);
  const struct cleave_transfer_rates *rates = cleave_rates_of_device(device);
  if (!limits || !rates)
    return false;
  const struct cleave_pace pace = {
      .kernel_launch = rates->kernel_launch,
      .memory_bandwidth = rates->memory_bandwidth,
      .threads = (double)limits->multiprocessors * limits->threads_per_multiprocessor,
      .copies = rates->pageable_to_device};
  return cleave_one_team_pays(&pace, region);
}

int cleave_split_pays(int device, int kernels, double bytes, int count, ...) {
  if (cleave_settings()->split != CLEAVE_SPLIT_AUTO)
    return cleave_settings()->split == CLEAVE_SPLIT_ALWAYS;
  const uint64_t memory = cleave_settings()->device_memory;
  if (count < 0 || count > MOST_LOOPS || kernels < 2 || (memory && bytes > (double)memory))
    return 1; /* only split regions can do with less memory than their arrays have (engine/window.c) */
  struct cleave_split_loop loops[MOST_LOOPS];
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    loops[i].trip_count = va_arg(arguments, double);
    loops[i].steps = va_arg(arguments, double);
  }
  va_end(arguments);
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  const bool one_team = one_team_pays(device, &(struct cleave_split_region){.kernels = (unsigned)kernels,
                                                                            .bytes = bytes,
                                                                            .loops = loops,
                                                                            .loop_count = (size_t)count});
  cleave_engine_end_call(&call);
  return !one_team;
}
