/* FILE: lib/simulator/counts.h
 * WHAT: exact counts of one launch. A warp instruction is one instruction that a group of lanes of a warp executes
 *       together; a lane instruction is the part of one lane.
 */
#ifndef CLEAVE_SIMULATOR_COUNTS_H
#define CLEAVE_SIMULATOR_COUNTS_H

#include <stdint.h>

/* X(enumerator, name): classes of instructions by the hardware unit that executes them. */
#define GPU_CLASSES(X)                                                                                       \
  X(GPU_INTEGER, "integer") /* integer, logic, comparison, selection, move */                                \
  X(GPU_FLOAT32, "float32") /* add, multiply, fma of 16 and 32 bits */                                       \
  X(GPU_FLOAT64, "float64")                                                                                  \
  X(GPU_SPECIAL, "special") /* reciprocal, square root, sine, exponential, logarithm; division */            \
  X(GPU_CONVERT, "convert") /* conversions between types; population count and the like */                   \
  X(GPU_CONTROL, "control") /* branches, calls, returns */                                                   \
  X(GPU_LOAD_GLOBAL, "load.global")                                                                          \
  X(GPU_STORE_GLOBAL, "store.global")                                                                        \
  X(GPU_LOAD_SHARED, "load.shared")                                                                          \
  X(GPU_STORE_SHARED, "store.shared")                                                                        \
  X(GPU_LOAD_LOCAL, "load.local")                                                                            \
  X(GPU_STORE_LOCAL, "store.local")                                                                          \
  X(GPU_LOAD_CONSTANT, "load.constant") /* constant memory and kernel parameters */                          \
  X(GPU_ATOMIC, "atomic")                                                                                    \
  X(GPU_COLLECTIVE, "collective") /* shuffles, votes, matches */                                             \
  X(GPU_BARRIER, "barrier")       /* of blocks and of warps */                                               \
  X(GPU_FENCE, "fence")                                                                                      \
  X(GPU_LIBRARY, "library") /* calls of mathematical functions that the simulator provides */

enum gpu_class {
#define GPU_CLASS_NAME(enumerator, name) enumerator,
  GPU_CLASSES(GPU_CLASS_NAME)
#undef GPU_CLASS_NAME
      GPU_CLASS_COUNT
};

struct gpu_counts {
  uint64_t blocks, threads, warps;
  uint64_t
      executed_blocks; /* fewer than blocks if the launch was sampled; the other counts are extrapolated */
  uint64_t warp_instructions[GPU_CLASS_COUNT];
  uint64_t lane_instructions[GPU_CLASS_COUNT];
  /* Global memory, by warp instruction: different 32-byte sectors and 128-byte lines that its lanes access. */
  uint64_t global_load_sectors, global_load_lines, global_store_sectors, global_store_lines;
  uint64_t global_load_bytes, global_store_bytes; /* that lanes asked for */
  uint64_t local_load_sectors, local_store_sectors;
  uint64_t
      shared_wavefronts; /* passes through the 32 banks; without conflicts one per access of at most 128 bytes */
  uint64_t shared_ideal_wavefronts;
  uint64_t atomic_lanes;      /* lanes that execute an atomic operation on global memory */
  uint64_t atomic_serialized; /* sum over atomic warp instructions of the most lanes on one address */
  uint64_t atomic_most_on_one_address; /* operations of the launch on its busiest address */
  uint64_t atomic_shared_lanes;
  uint64_t unique_read_sectors, unique_written_sectors; /* of global memory, in the whole launch */
  uint64_t block_barriers;                              /* completed barriers of blocks */
  uint64_t barrier_wait; /* sum over warps of warp instructions of the same block while the warp waited */
  uint64_t divergent_branches, branches;
  /* Cache model: what passed the first and the second level. */
  uint64_t level_1_hits, level_1_misses, level_2_hits, level_2_misses; /* sectors read */
  uint64_t level_2_written, memory_written;                            /* sectors */
  uint64_t dependent_latency; /* longest chain of a warp in cycles: see docs/design/simulator.md */
};

#endif
