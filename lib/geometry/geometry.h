/* FILE: lib/geometry/geometry.h
 * WHAT: the grid that fits a kernel on a device: teams and threads per team, from the trip count of its
 *       loop, its registers and shared memory, and the behaviour of its memory accesses.
 *
 * Pure C: no device is asked, nothing is allocated, any thread may call. Device limits are data
 * (lib/geometry/devices), not code.
 */
#ifndef CLEAVE_GEOMETRY_GEOMETRY_H
#define CLEAVE_GEOMETRY_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernelinfo/kernelinfo.h"

enum { CLEAVE_SATURATION_STREAMS = 10, CLEAVE_SATURATION_THREADS = 128 };

/* What limits the teams that a device holds at a time. */
struct cleave_device_limits {
  char name[64];         /* of the device, or of the architecture */
  uint32_t architecture; /* 90: compute capability 9.0 */
  uint32_t multiprocessors;
  uint32_t warp_threads;
  uint32_t threads_per_multiprocessor, teams_per_multiprocessor;
  uint32_t threads_per_team;
  uint32_t registers_per_multiprocessor, registers_per_team, registers_per_thread;
  uint32_t register_granularity; /* registers of a warp are handed out in such portions */
  uint32_t sub_partitions;       /* of a multiprocessor; warps of a team are spread over them */
  uint32_t shared_per_multiprocessor, shared_per_team; /* bytes */
  uint32_t shared_granularity, shared_reserved;        /* bytes; reserved: per team, by hardware */
  uint32_t level_1_bytes;                              /* of a multiprocessor, as data cache */
  /* Saturation: teams of 128 threads per multiprocessor that one uncoalesced stream bears; 0: not
   * measured, and no grid is reduced. From the device's profile. */
  double saturation_teams;
  /* As saturation_teams was measured, in full: teams of 128 threads on the whole device that served
   * 1, 2, ... uncoalesced streams best; 0: not measured. */
  uint32_t saturation_table[CLEAVE_SATURATION_STREAMS];
  /* Inner iterations (as in struct cleave_memory_demand) for which it was measured; with more, the
   * level 1 model may lower it. 0: it holds for any number. */
  double saturation_iterations;
  bool level_1_holds_shared;      /* shared memory is taken from level_1_bytes */
  uint32_t launch_sub_partitions; /* what a launch must fit besides sub_partitions; 0: nothing */
};

/* The limits that all devices of ARCHITECTURE share; multiprocessors is that of a common model. False
 * if it is older than 60; an unknown one has those of the newest known one before it. */
bool cleave_device_limits_of(uint32_t architecture, struct cleave_device_limits *limits);

struct cleave_kernel_resources {
  uint32_t registers;    /* per thread */
  uint32_t shared_bytes; /* per team, static and dynamic; without what the hardware reserves */
};

/* Teams of THREADS threads that fit a multiprocessor at a time; 0: it cannot be launched. */
uint32_t cleave_resident_teams(const struct cleave_device_limits *limits,
                               const struct cleave_kernel_resources *resources, uint32_t threads);

/* What a launch demands of memory, found from the kernel's information and the launch's arguments. */
struct cleave_memory_demand {
  bool known;           /* there was kernel information */
  uint32_t uncoalesced; /* uncoalesced streams in the hottest loop; one that is read and
                           written counts twice, for it makes two requests */
  uint32_t irregular;   /* streams there whose behaviour is unknown */
  uint32_t coalesced, uniform;
  double bytes, flops;     /* of one iteration of the hottest loop, as one lane moves them */
  double inner_iterations; /* of the hottest loop, per iteration of the parallel one */
};

/* The hottest loop is the one with the largest product of trip counts along its nest; a trip count
 * that is not known counts as CLEAVE_UNKNOWN_TRIP_COUNT. */
enum { CLEAVE_UNKNOWN_TRIP_COUNT = 100 };

/* INFORMATION may be NULL: there is none. */
void cleave_memory_demand_of(const struct cleave_kernel_information *information,
                             const struct cleave_kernel_arguments *arguments,
                             struct cleave_memory_demand *demand);

/* What is to be decided. */
struct cleave_launch {
  uint64_t trip_count;       /* of the parallel loop; 0: unknown */
  uint32_t user_teams;       /* the user's own num_teams, 0: none */
  uint32_t user_threads;     /* the user's own thread_limit, 0: none */
  uint32_t compiled_threads; /* the kernel was compiled for so many, or 0: for any number */
  uint32_t default_threads;  /* that the run time would take: 128 */
  bool reduces;              /* the kernel combines a result over all teams */
  struct cleave_kernel_resources resources;
  struct cleave_memory_demand demand;
};

enum cleave_geometry_rule {
  CLEAVE_GEOMETRY_LEFT,      /* the run time's own choice stands: too little is known */
  CLEAVE_GEOMETRY_USER,      /* the user said it */
  CLEAVE_GEOMETRY_SMALL,     /* the loop does not fill the device: the fullest multiprocessor gets least */
  CLEAVE_GEOMETRY_REDUCTION, /* few teams of many threads, which combine their results once */
  CLEAVE_GEOMETRY_FULL,      /* as many teams as the device holds at a time */
  CLEAVE_GEOMETRY_SATURATION /* fewer: uncoalesced streams would evict each other's lines */
};

struct cleave_geometry {
  enum cleave_geometry_rule rule;
  uint32_t teams, threads; /* 0: leave it to the run time */
  uint32_t resident;       /* teams per multiprocessor at a time with this grid */
  uint32_t possible;       /* teams per multiprocessor that would fit */
  double occupancy;        /* resident warps of those that a multiprocessor holds, 0 to 1 */
  char reason[160];        /* one line: "the trip count is unknown" */
};

/* Chooses the grid of a kernel in SPMD mode (docs/design/geometry.md has the model). LAUNCH may hold
 * anything. */
void cleave_geometry_choose(const struct cleave_device_limits *limits, const struct cleave_launch *launch,
                            struct cleave_geometry *geometry);

/* Threads of the one team of a region without a teams construct, as clang 19 compiles it: whatever the
 * device, since it does not know how many the region asks for. */
enum { CLEAVE_ONE_TEAM_THREADS = 128 };

/* Whether a loop of TRIP_COUNT iterations is done as fast in the one team of such a region as on the whole
 * device, whatever its iterations do: none waits for a thread. */
bool cleave_fits_one_team(double trip_count);

/* How fast a device and its host are, as far as the choice below depends on it. Times in ns, rates in bytes
 * per ns; 0: not known. */
struct cleave_pace {
  double kernel_launch;    /* from a kernel's launch until it is seen done, if it does nothing */
  double memory_bandwidth; /* of the device's memory */
  double threads;          /* that the device holds at a time */
  double copies;           /* by which the program's memory is copied to the device */
  bool is_host;            /* the device is the host: one team has all threads that there are */
};

/* A region that is split. */
struct cleave_split_loop {
  double trip_count; /* how many iterations it has at most */
  double steps;      /* how often an iteration waits for memory, at most; 0: not known */
};
struct cleave_split_region {
  unsigned kernels; /* into so many */
  double bytes;     /* of the objects that are copied around it, at most; 0: not known, or none */
  const struct cleave_split_loop *loops;
  size_t loop_count;
};

/* A region that is split into groups of kernels. The host launches the kernels of a group equally often. How
 * often is not known. */
struct cleave_split_group {
  unsigned kernels;
  const struct cleave_split_loop *loops;
  size_t loop_count;
};
struct cleave_nested_split {
  double bytes; /* as above */
  const struct cleave_split_group *groups;
  size_t group_count;
};

/* Whether REGION is expected to take no longer as it is written: in one team, with one launch and one wait.
 * Never where that could be much slower: see one_team.c. */
bool cleave_one_team_pays(const struct cleave_pace *pace, const struct cleave_split_region *region);
/* Likewise, however often each group is launched. */
bool cleave_one_team_pays_nested(const struct cleave_pace *pace, const struct cleave_nested_split *region);

/* The teams of THREADS threads on the whole device that STREAMS uncoalesced streams bear in an inner
 * loop of ITERATIONS: from what was measured on the device, which the level 1 model may lower for longer
 * loops. 0: nothing was measured. None of the numbers may be 0. */
double cleave_saturated_teams(const struct cleave_device_limits *limits,
                              const struct cleave_kernel_resources *resources, uint32_t streams,
                              double iterations, uint32_t threads);

/* The saturation_teams that fits TABLE (as saturation_table) on a device of MULTIPROCESSORS best; 0 if
 * nothing was measured. */
double cleave_saturation_fit(const uint32_t *table, uint32_t multiprocessors);

#endif
