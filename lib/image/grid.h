/* FILE: lib/image/grid.h
 * WHAT: the grid for a launch of a kernel of an image: passes the facts in the image to lib/geometry.
 */
#ifndef CLEAVE_IMAGE_GRID_H
#define CLEAVE_IMAGE_GRID_H

#include "geometry/geometry.h"
#include "image/image.h"

/* The arguments of a launch. */
struct cleave_grid_launch {
  uint64_t trip_count;           /* of the parallel loop; 0: unknown */
  uint32_t teams, threads;       /* the user's own num_teams and thread_limit; 0: none */
  uint32_t dynamic_shared_bytes; /* per team */
  struct cleave_kernel_arguments arguments;
};

/* Chooses the grid for LAUNCH of KERNEL on a device of LIMITS. No grid is chosen (rule CLEAVE_GEOMETRY_LEFT
 * with the reason) if the kernel has no information or is not SPMD, its program contains geometry(off), or
 * the chosen grid could not be launched. Threads are chosen only for a kernel that was compiled for any
 * number of them. Allocates nothing; thread-safe. */
void cleave_grid_choose(const struct cleave_device_limits *limits, const struct cleave_kernel *kernel,
                        const struct cleave_grid_launch *launch, struct cleave_geometry *grid);

/* Returns the threads of a team for a launch of KERNEL with TEAMS teams and no thread_limit; 0: those that the OpenMP run time starts.
 * It is for kernels that are compiled for as many threads as their parallel constructs ask for (passes/device/team_threads.cpp). */
uint32_t cleave_grid_fewer_threads(const struct cleave_device_limits *limits,
                                   const struct cleave_kernel *kernel, uint64_t teams,
                                   uint32_t dynamic_shared_bytes);

#endif
