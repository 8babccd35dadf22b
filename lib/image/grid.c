/* FILE: lib/image/grid.c
 * WHAT: chooses the grid for a launch of a kernel of an image.
 */
#include "image/grid.h"

#include <stdio.h>

/* The number of threads that LLVM 19 chooses on a device of LIMITS. */
static uint32_t default_threads(const struct cleave_device_limits *limits) {
  enum { NVIDIA = 128 };
  return limits->default_threads ? limits->default_threads : NVIDIA;
}

static void leave(struct cleave_geometry *grid, const char *reason) {
  *grid = (struct cleave_geometry){.rule = CLEAVE_GEOMETRY_LEFT};
  snprintf(grid->reason, sizeof grid->reason, "%s", reason);
}

/* For sm_90, if a team has any shared memory, an image includes the bytes that the hardware reserves for each
 * team (docs/design/images.md). */
static uint32_t shared_bytes(const struct cleave_device_limits *limits, const struct cleave_kernel *kernel) {
  const uint32_t reserved = limits->architecture >= 90 ? limits->shared_reserved : 0;
  return kernel->shared_bytes > reserved ? kernel->shared_bytes - reserved : 0;
}

/* The number of threads that KERNEL was compiled for; 0: any. A limit that the device has as well says nothing about the code: it
 * is there for the assembler (passes/device/register_limit.cpp). */
static uint32_t compiled_threads(const struct cleave_device_limits *limits,
                                 const struct cleave_kernel *kernel) {
  const uint32_t threads = kernel->thread_limit ? kernel->thread_limit : (uint32_t)kernel->maximum_threads;
  return threads < limits->threads_per_team ? threads : 0;
}

void cleave_grid_choose(const struct cleave_device_limits *limits, const struct cleave_kernel *kernel,
                        const struct cleave_grid_launch *launch, struct cleave_geometry *grid) {
  if (kernel->mode != CLEAVE_EXECUTION_SPMD) {
    leave(grid, "the kernel is not SPMD");
    return;
  }
  if (!kernel->information || !kernel->registers) {
    leave(grid, "the image contains no information about the kernel");
    return;
  }
  if (kernel->information->keeps_grid) {
    leave(grid, "disabled by geometry(off)");
    return;
  }
  if (compiled_threads(limits, kernel) == 1) {
    leave(grid, "the kernel was compiled for one thread");
    return;
  }
  struct cleave_launch decision = {
      .trip_count = launch->trip_count,
      .user_teams = launch->teams,
      .user_threads = launch->threads,
      .compiled_threads = compiled_threads(limits, kernel),
      .default_threads = default_threads(limits),
      .reduces = kernel->reduces,
      .resources = {.registers = kernel->registers,
                    .scalar_registers = kernel->scalar_registers,
                    .shared_bytes = shared_bytes(limits, kernel) + launch->dynamic_shared_bytes},
  };
  cleave_memory_demand_of(kernel->information, limits->warp_threads, &launch->arguments, &decision.demand);
  cleave_geometry_choose(limits, &decision, grid);
  const uint32_t threads = grid->threads     ? grid->threads
                           : launch->threads ? launch->threads
                                             : default_threads(limits);
  if (grid->teams && !cleave_resident_teams(limits, &decision.resources, threads))
    leave(grid, "a team of this kernel does not fit the device");
}

/* While all teams are resident at a time, more threads end each of them earlier. Beyond that, the threads of other teams hide the
 * latency as well, and the start and the combination of values of further threads is extra work. */
uint32_t cleave_grid_fewer_threads(const struct cleave_device_limits *limits,
                                   const struct cleave_kernel *kernel, uint64_t teams,
                                   uint32_t dynamic_shared_bytes) {
  const uint32_t fewer = default_threads(limits), asked = (uint32_t)kernel->maximum_threads;
  const struct cleave_kernel_resources resources = {.registers = kernel->registers,
                                                    .scalar_registers = kernel->scalar_registers,
                                                    .shared_bytes =
                                                        shared_bytes(limits, kernel) + dynamic_shared_bytes};
  /* On AMD GPUs, both may be an attribute of the program, and the code relies on them. */
  if (limits->default_threads || kernel->minimum_threads != kernel->maximum_threads ||
      kernel->maximum_threads <= 0 || asked <= fewer || !kernel->registers || !teams)
    return 0;
  const uint64_t resident =
      (uint64_t)cleave_resident_teams(limits, &resources, asked) * limits->multiprocessors;
  return teams > resident && cleave_resident_teams(limits, &resources, fewer) ? fewer : 0;
}
