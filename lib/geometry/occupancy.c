/* FILE: lib/geometry/occupancy.c
 * WHAT: how many teams fit a multiprocessor at a time.
 *
 * All sums are in 64 bits: the numbers come from images and drivers, and may be absurd.
 */
#include "geometry/geometry.h"

static uint64_t round_up(uint64_t value, uint64_t granularity) {
  return granularity ? (value + granularity - 1) / granularity * granularity : value;
}

static uint64_t smaller(uint64_t left, uint64_t right) { return left < right ? left : right; }

/* Teams of WARPS warps that the scalar registers of AMD GPUs allow. */
static uint64_t by_scalar_registers(const struct cleave_device_limits *limits, uint64_t registers,
                                    uint64_t warps) {
  return registers ? limits->scalar_registers / registers * limits->sub_partitions / warps : UINT64_MAX;
}

/* Teams of WARPS warps, with REGISTERS registers each, that the registers of a multiprocessor of
 * PARTITIONS parts allow. */
static uint64_t by_registers(const struct cleave_device_limits *limits, uint64_t registers, uint64_t warps,
                             uint64_t partitions) {
  if (!partitions)
    return 0;
  /* The launch is checked as if every warp took its registers in all parts. */
  if (registers * round_up(warps, partitions) > limits->registers_per_team)
    return 0;
  /* A warp has its registers in one part. */
  return limits->registers_per_multiprocessor / partitions / registers * partitions / warps;
}

static uint64_t by_shared_memory(const struct cleave_device_limits *limits, uint64_t shared_bytes) {
  uint64_t bytes = round_up(shared_bytes + limits->shared_reserved, limits->shared_granularity);
  if (bytes > (uint64_t)limits->shared_per_team + limits->shared_reserved)
    return 0;
  return bytes ? limits->shared_per_multiprocessor / bytes : UINT64_MAX;
}

uint32_t cleave_resident_teams(const struct cleave_device_limits *limits,
                               const struct cleave_kernel_resources *resources, uint32_t threads) {
  if (!threads || threads > limits->threads_per_team || !limits->warp_threads ||
      resources->registers > limits->registers_per_thread)
    return 0;
  uint64_t warps = round_up(threads, limits->warp_threads) / limits->warp_threads;
  uint64_t teams = limits->threads_per_multiprocessor / limits->warp_threads / warps;
  teams = smaller(teams, warps == 1 && limits->single_warp_teams ? limits->single_warp_teams
                                                                 : limits->teams_per_multiprocessor);
  if (limits->scalar_registers)
    teams = smaller(teams, by_scalar_registers(limits, resources->scalar_registers, warps));
  teams = smaller(teams, by_shared_memory(limits, resources->shared_bytes));
  uint64_t registers =
      round_up((uint64_t)resources->registers * limits->warp_threads, limits->register_granularity);
  if (registers) {
    teams = smaller(teams, by_registers(limits, registers, warps, limits->sub_partitions));
    if (limits->launch_sub_partitions &&
        !by_registers(limits, registers, warps, limits->launch_sub_partitions))
      teams = 0;
  }
  return (uint32_t)teams;
}
