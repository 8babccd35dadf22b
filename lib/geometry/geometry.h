/* FILE: lib/geometry/geometry.h
 * WHAT: the grid that fits a kernel on a device: teams and threads per team, from the trip count of its
 *       loop, its registers and shared memory, and its memory access pattern.
 *
 * Pure functions: no device is queried, no memory is allocated, any thread may call. The folder may include model,
 * kernelinfo and device.
 */
#ifndef CLEAVE_GEOMETRY_GEOMETRY_H
#define CLEAVE_GEOMETRY_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device_facts.h"
#include "kernelinfo/kernelinfo.h"

struct cleave_kernel_resources {
  uint32_t registers;        /* per thread */
  uint32_t scalar_registers; /* per warp; 0: there are none */
  uint32_t shared_bytes;     /* per team, static and dynamic; without what the hardware reserves */
};

/* Returns the number of resident teams of THREADS threads per multiprocessor; 0: the kernel cannot be launched. */
uint32_t cleave_resident_teams(const struct cleave_device_limits *limits,
                               const struct cleave_kernel_resources *resources, uint32_t threads);

/* The memory accesses of a launch, computed from the kernel's information and the launch's arguments. */
struct cleave_memory_demand {
  bool known; /* there was kernel information */
  uint32_t
      uncoalesced; /* uncoalesced streams in the hottest loop; a stream that is read and written counts twice */
  uint32_t irregular; /* streams in that loop with an unknown pattern */
  uint32_t coalesced, uniform;
  bool uneven;             /* iterations of the parallel loop differ in length */
  double bytes, flops;     /* of one thread, for each iteration of the hottest loop */
  double inner_iterations; /* of the hottest loop, per iteration of the parallel one */
};

/* The hottest loop is the one with the largest product of trip counts along its nest; a trip count
 * that is not known counts as CLEAVE_UNKNOWN_TRIP_COUNT. */
enum { CLEAVE_UNKNOWN_TRIP_COUNT = 100 };

/* INFORMATION may be NULL: there is none. WARP: the threads of a warp. */
void cleave_memory_demand_of(const struct cleave_kernel_information *information, uint32_t warp,
                             const struct cleave_kernel_arguments *arguments,
                             struct cleave_memory_demand *demand);

/* A launch whose grid is to be chosen. Any values are accepted. */
struct cleave_launch {
  uint64_t trip_count;       /* of the parallel loop; 0: unknown */
  uint32_t user_teams;       /* num_teams of the user; 0: none */
  uint32_t user_threads;     /* thread_limit of the user; 0: none */
  uint32_t compiled_threads; /* the thread count of the compiled kernel; 0: any number */
  uint32_t default_threads;  /* the default of the OpenMP run time: 128 on NVIDIA GPUs, 256 on AMD GPUs */
  bool reduces;              /* the kernel combines a result over all teams */
  struct cleave_kernel_resources resources;
  struct cleave_memory_demand demand;
};

enum cleave_geometry_rule {
  CLEAVE_GEOMETRY_LEFT,      /* the grid of the OpenMP run time: too little is known */
  CLEAVE_GEOMETRY_USER,      /* set by the user */
  CLEAVE_GEOMETRY_SMALL,     /* the loop does not fill the device: teams are spread evenly */
  CLEAVE_GEOMETRY_REDUCTION, /* few teams of many threads, which combine their results once */
  CLEAVE_GEOMETRY_FULL,      /* as many teams as are resident at a time */
  CLEAVE_GEOMETRY_UNEVEN,    /* more teams, because their iterations differ in length */
  CLEAVE_GEOMETRY_SATURATION /* fewer: uncoalesced streams would evict each other's cache lines */
};

struct cleave_geometry {
  enum cleave_geometry_rule rule;
  uint32_t teams, threads; /* 0: the default of the OpenMP run time */
  uint32_t resident;       /* teams per multiprocessor at a time with this grid */
  uint32_t possible;       /* teams per multiprocessor that would fit */
  double occupancy;        /* resident warps divided by those that a multiprocessor can hold, 0 to 1 */
  char reason[160];        /* one line: "the trip count is unknown" */
};

/* Chooses the grid of a kernel in SPMD mode (docs/design/geometry.md has the model). */
void cleave_geometry_choose(const struct cleave_device_limits *limits, const struct cleave_launch *launch,
                            struct cleave_geometry *geometry);

/* The number of threads of a region without a teams construct, as clang 19 compiles it for any device. */
enum { CLEAVE_ONE_TEAM_THREADS = 128 };

/* Whether one team has a thread for each of TRIP_COUNT iterations. Such a loop is as fast in one team as on the device. */
bool cleave_fits_one_team(double trip_count);

/* The speed of a device and its host, for the choice below. Times in ns, rates in bytes per ns; 0: not known. */
struct cleave_pace {
  double kernel_launch;    /* of an empty kernel, until the host sees its end */
  double memory_bandwidth; /* of the device's memory */
  double threads;          /* resident threads of the device */
  double copies;           /* the rate of copies of the program's memory to the device */
  bool is_host;            /* the device is the host: one team has all threads */
};

/* A region that is split. */
struct cleave_split_loop {
  double trip_count;  /* an upper bound */
  double round_trips; /* memory round trips of an iteration, an upper bound; 0: not known */
};
struct cleave_split_region {
  unsigned kernels;
  double bytes; /* of the objects that are copied around it, an upper bound; 0: not known, or none */
  const struct cleave_split_loop *loops;
  size_t loop_count;
};

/* A region that is split into groups of kernels. The host launches the kernels of a group equally often. How often is not
 * known. */
struct cleave_split_group {
  unsigned kernels;
  const struct cleave_split_loop *loops;
  size_t loop_count;
};
struct cleave_nested_split {
  double bytes; /* as above */
  double teams; /* of the original form, which executes a loop of each group in each team; 0: one */
  const struct cleave_split_group *groups;
  size_t group_count;
};

/* Whether REGION is expected to take no longer as a single kernel in one team. Returns false if that might be much
 * slower; one_team.c has the rule. */
bool cleave_one_team_is_profitable(const struct cleave_pace *pace, const struct cleave_split_region *region);
/* The same for any number of launches of each group. */
bool cleave_one_team_is_profitable_nested(const struct cleave_pace *pace,
                                          const struct cleave_nested_split *region);

/* Returns the largest number of teams of THREADS threads on the device that do not evict each other's cache lines, with
 * STREAMS uncoalesced streams in an inner loop of ITERATIONS iterations. The number follows from the measurement in
 * LIMITS; for longer loops the L1 cache model may reduce it. 0: nothing was measured. No argument may be 0. */
double cleave_saturated_teams(const struct cleave_device_limits *limits,
                              const struct cleave_kernel_resources *resources, uint32_t streams,
                              double iterations, uint32_t threads);

/* Returns the value of saturation_teams that fits TABLE (a saturation_table) best on a device with MULTIPROCESSORS; 0 if
 * nothing was measured. */
double cleave_saturation_fit(const uint32_t *table, uint32_t multiprocessors);

#endif
