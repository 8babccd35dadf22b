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

/* What limits the teams that a device holds at a time. */
struct cleave_device_limits {
  char name[64];                  /* of the device, or of the architecture */
  uint32_t architecture;          /* 90: compute capability 9.0 */
  uint32_t multiprocessors;
  uint32_t warp_threads;
  uint32_t threads_per_multiprocessor, teams_per_multiprocessor;
  uint32_t threads_per_team;
  uint32_t registers_per_multiprocessor, registers_per_team, registers_per_thread;
  uint32_t register_granularity;  /* registers of a warp are handed out in such portions */
  uint32_t sub_partitions;        /* of a multiprocessor; warps of a team are spread over them */
  uint32_t shared_per_multiprocessor, shared_per_team; /* bytes */
  uint32_t shared_granularity, shared_reserved;        /* bytes; reserved: per team, by hardware */
  uint32_t level_1_bytes;         /* of a multiprocessor, as data cache */
  /* Saturation: teams of 128 threads per multiprocessor that one uncoalesced stream bears; 0: not
   * measured, the level 1 model decides. From the device's profile. */
  double saturation_teams;
};

/* The limits that all devices of ARCHITECTURE share; multiprocessors is that of a common model. False
 * if it is older than 60; an architecture newer than all known has those of the newest. */
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
  bool known;                    /* there was kernel information */
  uint32_t uncoalesced;          /* distinct uncoalesced streams in the hottest loop */
  uint32_t irregular;            /* streams there whose behaviour is unknown */
  uint32_t coalesced, uniform;
  double bytes, flops;           /* of one iteration of the hottest loop, as loaded by one lane */
  double inner_iterations;       /* of the hottest loop, per iteration of the parallel one */
};

void cleave_memory_demand_of(const struct cleave_kernel_information *information,
                             const struct cleave_kernel_arguments *arguments,
                             struct cleave_memory_demand *demand);

/* What is to be decided. */
struct cleave_launch {
  uint64_t trip_count;           /* of the parallel loop; 0: unknown */
  uint32_t user_teams;           /* the user's own num_teams, 0: none */
  uint32_t user_threads;         /* the user's own thread_limit, 0: none */
  uint32_t compiled_threads;     /* the kernel was compiled for so many, or 0: for any number */
  uint32_t default_threads;      /* that the run time would take: 128 */
  struct cleave_kernel_resources resources;
  struct cleave_memory_demand demand;
};

enum cleave_geometry_rule {
  CLEAVE_GEOMETRY_LEFT,        /* the run time's own choice stands: too little is known */
  CLEAVE_GEOMETRY_USER,        /* the user said it */
  CLEAVE_GEOMETRY_SMALL,       /* the loop does not fill the device: spread over all multiprocessors */
  CLEAVE_GEOMETRY_FULL,        /* as many teams as the device holds at a time */
  CLEAVE_GEOMETRY_SATURATION   /* fewer: uncoalesced streams would evict each other's lines */
};

struct cleave_geometry {
  enum cleave_geometry_rule rule;
  uint32_t teams, threads;       /* 0: leave it to the run time */
  uint32_t resident;             /* teams per multiprocessor at a time with this grid */
  uint32_t possible;             /* teams per multiprocessor that would fit */
  double occupancy;              /* resident warps of those that a multiprocessor holds, 0 to 1 */
  char reason[160];              /* one line: "2 uncoalesced streams: 4 teams per multiprocessor of 16" */
};

void cleave_geometry_choose(const struct cleave_device_limits *limits, const struct cleave_launch *launch,
                            struct cleave_geometry *geometry);

#endif
