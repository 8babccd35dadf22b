/* FILE: lib/simulator_driver/kernel_limits.c
 * WHAT: the largest block of a kernel, and how many of its blocks a multiprocessor holds at a time.
 */
#include "simulator_driver/simulator_driver.h"

enum { WARP = 32, REGISTER_UNIT = 256 /* registers are allocated to a warp in this unit */ };

static unsigned registers_of_warp(unsigned registers) {
  return (registers * WARP + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT;
}

unsigned kernel_threads(unsigned thread_limit, unsigned registers) {
  unsigned threads = thread_limit && thread_limit < MAXIMUM_BLOCK ? thread_limit : MAXIMUM_BLOCK;
  unsigned warps = registers ? (unsigned)driver.profile.registers_per_block / registers_of_warp(registers)
                             : MAXIMUM_BLOCK / WARP;
  return threads < warps * WARP ? threads : warps * WARP;
}

static double smaller(double a, double b) { return a < b ? a : b; }

unsigned kernel_resident_blocks(const struct CUfunc_st *function, unsigned threads, size_t shared_bytes) {
  const struct profile *profile = &driver.profile;
  if (threads > function->maximum_threads)
    return 0;
  const unsigned warps = (threads + WARP - 1) / WARP;
  const double shared = (double)function->shared_bytes + (double)shared_bytes;
  double most =
      smaller(profile->blocks_per_multiprocessor, profile->threads_per_multiprocessor / (warps * WARP));
  if (function->registers)
    most = smaller(most,
                   profile->registers_per_multiprocessor / (warps * registers_of_warp(function->registers)));
  if (shared > 0)
    most = smaller(most, profile->shared_memory_per_multiprocessor / shared);
  return (unsigned)most;
}
