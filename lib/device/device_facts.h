/* FILE: lib/device/device_facts.h
 * WHAT: everything that is known of one device: its limits and its rates.
 *
 * Input: the device's architecture and name, attributes that CUDA reports, the user's profile, a measurement. Output: one
 * struct cleave_device, constant for the process. The folder may include model, abi, cuda and process.
 *
 *   architectures.c         the limits of each architecture
 *   rates.c                 the rates of devices that are known by name
 *   profile.c               files with values of one device; the only parser
 *   process_devices.c       the devices of this process
 *   transfer_measurement.c  a short measurement of what transfers cost
 *   devices/                the tables
 */
#ifndef CLEAVE_DEVICE_DEVICE_FACTS_H
#define CLEAVE_DEVICE_DEVICE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

enum { CLEAVE_SATURATION_STREAMS = 10, CLEAVE_SATURATION_THREADS = 128 };

/* The limits of the teams that a device holds at a time. */
struct cleave_device_limits {
  char name[64];         /* of the device, or of the architecture */
  uint32_t architecture; /* 90: compute capability 9.0 */
  uint32_t multiprocessors;
  uint32_t warp_threads;
  uint32_t threads_per_multiprocessor, teams_per_multiprocessor;
  uint32_t threads_per_team;
  uint32_t registers_per_multiprocessor, registers_per_team, registers_per_thread;
  uint32_t register_granularity; /* a warp's registers are allocated in such units */
  uint32_t sub_partitions;       /* of a multiprocessor; the warps of a team are distributed over them */
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
  uint32_t launch_sub_partitions; /* what a launch must fit in addition; 0: nothing */
};

/* The limits that all devices of ARCHITECTURE share; multiprocessors is that of a common model. False
 * if it is older than 60; an unknown one has those of the newest known one before it. */
bool cleave_device_limits_of(uint32_t architecture, struct cleave_device_limits *limits);

/* What transfers and launches cost; 0: not known. Times in ns, sizes in bytes, rates in bytes per ns (GB/s). X(member and
 * key of the profile, unit) */
#define CLEAVE_TRANSFER_RATES(X)                                                                             \
  X(pageable_to_device, rate)                                                                                \
  X(pageable_from_device, rate)                                                                              \
  X(pinned_to_device, rate)                                                                                  \
  X(pinned_from_device, rate)                                                                                \
  X(staged_to_device, rate)                                                                                  \
  X(staged_from_device, rate)                                                                                \
  X(copy_latency, time)          /* from the call to the first byte */                                       \
  X(handover, time)              /* for a transfer by a thread of the engine: until it begins, and \
                                     until the region's thread has seen its end */         \
  X(staging_threads, count)      /* that fill the ring at these rates */                                     \
  X(staging_setup, time)         /* making the ring, once in a process */                                    \
  X(registration, time)          /* page-locking: of each call */                                            \
  X(registration_per_page, time) /* and of each page */                                                      \
  X(page_size, size)             /* of a page that is locked: 4 KiB, 64 KiB, 2 MiB */                        \
  X(kernel_launch, time)         /* from the launch of an empty kernel until it is seen done */              \
  X(memory_bandwidth, rate)      /* of the device's memory */

struct cleave_transfer_rates {
#define CLEAVE_RATE_MEMBER(member, unit) double member;
  CLEAVE_TRANSFER_RATES(CLEAVE_RATE_MEMBER)
#undef CLEAVE_RATE_MEMBER
};

struct cleave_device {
  struct cleave_device_limits limits;
  struct cleave_transfer_rates rates;
};

/* The rates of the device that CUDA calls NAME, as far as they are known; all 0 but page_size for other devices. */
struct cleave_transfer_rates cleave_device_rates_of(const char *name);

/* The rates of the host as a device (libomptarget's plugin for the host): transfers are copies in memory. */
struct cleave_transfer_rates cleave_device_rates_of_host(void);

#endif
