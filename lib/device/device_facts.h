/* FILE: lib/device/device_facts.h
 * WHAT: the limits and rates of one device.
 *
 * Input: the device's architecture and name, attributes that CUDA reports, the user's profile, a measurement. Output: the
 * limits and rates below; process_devices.h combines them in one struct cleave_device for each device of the process. The
 * functions here are pure and thread-safe. The folder may include model, abi, cuda and process.
 *
 * An access stream is a sequence of accesses of one instruction or address pattern; it is uncoalesced if the threads of a
 * warp access different cache lines. A team is a thread block.
 *
 *   architectures.c         the limits of each architecture
 *   rates.c                 the rates of devices that are known by name
 *   profile.c               reads files with values of one device
 *   process_devices.c       the devices of this process
 *   transfer_measurement.c  a short measurement of what transfers cost
 *   devices/                the tables
 */
#ifndef CLEAVE_DEVICE_DEVICE_FACTS_H
#define CLEAVE_DEVICE_DEVICE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

enum { CLEAVE_SATURATION_STREAMS = 10, CLEAVE_SATURATION_THREADS = 128 };

/* An architecture is a number: 90 is compute capability 9.0 of NVIDIA, 0x90a is gfx90a of AMD. NVIDIA's numbers are less
 * than the first one of AMD. */
enum { CLEAVE_FIRST_AMD_ARCHITECTURE = 0x600, CLEAVE_ARCHITECTURE_NAME = 16 };

static inline bool cleave_architecture_is_amd(uint32_t architecture) {
  return architecture >= CLEAVE_FIRST_AMD_ARCHITECTURE;
}

/* Writes the name of ARCHITECTURE, "sm_90" or "gfx90a", to NAME and returns it. */
const char *cleave_architecture_name(uint32_t architecture, char name[CLEAVE_ARCHITECTURE_NAME]);

/* Reads such a name, or a number of NVIDIA without "sm_". Returns false if TEXT is neither. */
bool cleave_architecture_read(const char *text, uint32_t *architecture);

/* The limits on resident teams. A warp is a wavefront of an AMD GPU, a multiprocessor is a compute unit, a sub-partition is a
 * SIMD, shared memory is LDS. */
struct cleave_device_limits {
  char name[64]; /* of the device, or of the architecture */
  uint32_t architecture;
  uint32_t multiprocessors;
  uint32_t warp_threads;
  uint32_t threads_per_multiprocessor, teams_per_multiprocessor;
  uint32_t single_warp_teams; /* per multiprocessor, of teams of one warp; 0: as of other teams */
  uint32_t threads_per_team;
  uint32_t registers_per_multiprocessor, registers_per_team, registers_per_thread;
  uint32_t register_granularity; /* a warp's registers are allocated in such units */
  uint32_t sub_partitions;       /* of a multiprocessor; the warps of a team are distributed over them */
  uint32_t
      scalar_registers; /* of a sub-partition, one set for each warp; 0: the number does not limit warps */
  uint32_t default_threads; /* of a team, as the OpenMP run time chooses for the kernel; 0: 128 */
  uint32_t shared_per_multiprocessor, shared_per_team; /* bytes */
  uint32_t shared_granularity, shared_reserved;        /* bytes; reserved: per team, by hardware */
  uint32_t level_1_bytes;                              /* of a multiprocessor: its L1 data cache */
  /* Saturation: with one uncoalesced stream, the largest number of teams of 128 threads per multiprocessor that do not
   * evict each other's cache lines. From the device's profile. 0: not measured; grids are then not limited by it. */
  double saturation_teams;
  /* The measurements from which saturation_teams follows: the fastest number of teams of 128 threads on the device with
   * 1, 2, ... uncoalesced streams; 0: not measured. */
  uint32_t saturation_table[CLEAVE_SATURATION_STREAMS];
  /* The number of inner iterations (struct cleave_memory_demand) of the measurement. For more iterations the L1 cache
   * model may reduce the number of teams. 0: the measurement is valid for any number. */
  double saturation_iterations;
  bool level_1_holds_shared; /* shared memory is taken from level_1_bytes */
  uint32_t
      launch_sub_partitions; /* the registers of a team must also fit with this many sub-partitions; 0: no such limit */
};

/* Sets *LIMITS to those of all devices of ARCHITECTURE; `multiprocessors` is that of a common model. An unknown
 * architecture of NVIDIA has the limits of the newest older one. Returns false if ARCHITECTURE is less than 60, or an unknown
 * one of AMD. */
bool cleave_device_limits_of(uint32_t architecture, struct cleave_device_limits *limits);

/* The costs of transfers and launches; 0: not known. Times are in ns, sizes in bytes, rates in bytes per ns (GB/s). The
 * arguments of X are the member, which is also the key in a profile, and the unit. A staged copy uses a ring of page-locked
 * buffers that threads of the engine fill. handover: until such a thread begins a transfer, and until the region's thread
 * sees its end. */
#define CLEAVE_TRANSFER_RATES(X)                                                                             \
  X(pageable_to_device, rate)                                                                                \
  X(pageable_from_device, rate)                                                                              \
  X(pinned_to_device, rate)                                                                                  \
  X(pinned_from_device, rate)                                                                                \
  X(staged_to_device, rate)                                                                                  \
  X(staged_from_device, rate)                                                                                \
  X(copy_latency, time) /* from the call to the first byte */                                                \
  X(handover, time)                                                                                          \
  X(staging_threads, count)      /* that fill the ring at the staged rates */                                \
  X(staging_setup, time)         /* allocating the ring, once per process */                                 \
  X(registration, time)          /* of each page-locking call */                                             \
  X(registration_per_page, time) /* of each page of the call */                                              \
  X(page_size, size)             /* of a locked page: 4 KiB, 64 KiB or 2 MiB */                              \
  X(kernel_launch, time)         /* of an empty kernel, until the host sees its end */                       \
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

/* The rates of the device that its driver calls NAME, as far as they are known; all 0 but page_size for other devices. */
struct cleave_transfer_rates cleave_device_rates_of(const char *name);

/* Sets *DEVICE to the device with the short name NAME: h200, a100, titan-x, mi210, mi250x or mi300x. Returns false for other
 * names. */
bool cleave_device_named(const char *name, struct cleave_device *device);

/* The rates of the host as a device (libomptarget's plugin for the host): transfers are copies in memory. */
struct cleave_transfer_rates cleave_device_rates_of_host(void);

#endif
