/* FILE: lib/runtime/launch.c
 * WHAT: the entry point by which a program launches a kernel: gives it the grid that fits, where the
 *       user said nothing about it and enough is known.
 */
#include "image/grid.h"
#include "runtime/kernels.h"
#include "runtime/launches.h"
#include "runtime/limits.h"
#include "runtime/omptarget.h"
#include "runtime/runtime.h"
#include "runtime/settings.h"

enum { MAX_ARGUMENTS = 128 /* of those beyond, no value is known */ };

/* The values of the kernel's parameters, as far as the launch itself holds them. */
static size_t read_arguments(const struct cleave_launch_arguments *launch, uint64_t *values,
                             bool *known) {
  size_t count = 0;
  for (uint32_t i = 0; i < launch->argument_count && count < MAX_ARGUMENTS; i++) {
    if (!(launch->types[i] & CLEAVE_ARGUMENT_IS_PARAMETER))
      continue;
    known[count] = launch->types[i] & CLEAVE_ARGUMENT_IS_LITERAL;
    values[count++] = (uint64_t)(uintptr_t)launch->base_pointers[i];
  }
  return count;
}

/* Whether all that LAUNCH says is what a launch without num_teams says, in the form that is known here.
 * TEAMS is -1 for a region without a teams construct, which runs in one team and never in more. */
static bool is_open(int32_t teams, const struct cleave_launch_arguments *launch) {
  return launch->version == CLEAVE_LAUNCH_VERSION && teams == 0 && !launch->teams[0] &&
         !launch->teams[1] && !launch->teams[2] && !launch->thread_limit[1] &&
         !launch->thread_limit[2];
}

/* The grid for a launch, in *CHOSEN, a copy of it. Returns false if it is to be launched as it is. */
static bool choose(int64_t device, const void *host_pointer,
                   const struct cleave_launch_arguments *launch,
                   struct cleave_launch_arguments *chosen) {
  const struct cleave_kernel_record *record = cleave_kernels_find(host_pointer);
  if (!record)
    return false;
  if (device == -1)
    device = cleave_omptarget()->default_device();
  const struct cleave_device_limits *limits = cleave_limits_of_device(device);
  const struct cleave_kernel *kernel =
      limits ? cleave_kernel_for(record, limits->architecture) : NULL;
  if (!kernel)
    return false;
  uint64_t values[MAX_ARGUMENTS];
  bool known[MAX_ARGUMENTS];
  struct cleave_grid_launch it = {
      .trip_count = launch->trip_count,
      .threads = launch->thread_limit[0],
      .dynamic_shared_bytes = launch->dynamic_shared_bytes,
      .arguments = {values, known, read_arguments(launch, values, known)},
  };
  struct cleave_geometry grid;
  cleave_grid_choose(limits, kernel, &it, &grid);
  if (cleave_settings()->verbose)
    cleave_launches_note(kernel, device, launch->trip_count, &grid);
  if (!grid.teams)
    return false;
  *chosen = *launch;
  chosen->teams[0] = grid.teams;
  if (grid.threads && !launch->thread_limit[0])
    chosen->thread_limit[0] = grid.threads;
  return true;
}

/* libomptarget changes what it is given, so it gets a copy of what we change; the rest goes through. */
int __tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                        void *host_pointer, struct cleave_launch_arguments *launch) {
  const struct cleave_omptarget *real = cleave_omptarget();
  struct cleave_launch_arguments chosen;
  if (cleave_settings()->geometry && is_open(teams, launch) &&
      choose(device, host_pointer, launch, &chosen))
    return real->target_kernel(location, device, (int32_t)chosen.teams[0],
                               (int32_t)chosen.thread_limit[0], host_pointer, &chosen);
  return real->target_kernel(location, device, teams, thread_limit, host_pointer, launch);
}
