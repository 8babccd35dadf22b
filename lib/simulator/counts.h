/* FILE: lib/simulator/counts.h
 * WHAT: counts of one launch. A warp instruction is one instruction that a group of lanes of a warp executes
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

/* X(member, unit): the counts that are one number. They are exact if all blocks were executed, and extrapolated if
 * executed_blocks is less than blocks. Members from level_1_hits on are not exact: they are those of the cache model and the
 * warp timeline, which docs/design/simulator-model.md describes, and 0 if the launch names no device. */
#define GPU_NUMBERS(X)                                                                                          \
  X(blocks, "blocks")                                                                                           \
  X(threads, "threads")                                                                                         \
  X(warps, "warps")                                                                                             \
  X(executed_blocks, "blocks")      /* fewer than blocks if the launch was sampled */                           \
  X(expansion, "warp instructions") /* that the assembler adds: division, remainder, precise root */            \
  /* Global memory, by warp instruction: different 32-byte sectors and 128-byte lines that its lanes access. */ \
  X(global_requests, "warp instructions") /* of all kinds; generic ones only if they access global memory */    \
  X(global_load_sectors, "sectors")                                                                             \
  X(global_load_lines, "lines")                                                                                 \
  X(global_store_sectors, "sectors")                                                                            \
  X(global_store_lines, "lines")                                                                                \
  X(global_load_bytes, "bytes") /* that lanes ask for */                                                        \
  X(global_store_bytes, "bytes")                                                                                \
  X(local_load_sectors, "sectors")                                                                              \
  X(local_store_sectors, "sectors")                                                                             \
  X(shared_wavefronts, "wavefronts") /* passes through the 32 banks; without conflicts one for 128 bytes */     \
  X(shared_ideal_wavefronts, "wavefronts")                                                                      \
  X(atomic_lanes, "operations")      /* on global memory */                                                     \
  X(atomic_serialized, "operations") /* sum over warp instructions of the most lanes on one address */          \
  X(atomic_most_on_one_address, "operations") /* of the launch on its busiest address */                        \
  X(atomic_shared_lanes, "operations")                                                                          \
  X(unique_read_sectors, "sectors") /* of global memory, in the whole launch */                                 \
  X(unique_written_sectors, "sectors")                                                                          \
  X(block_barriers, "barriers")        /* completed barriers of blocks */                                       \
  X(barrier_wait, "warp instructions") /* sum over warps: those of the block while the warp waited */           \
  X(divergent_branches, "branches")                                                                             \
  X(branches, "branches")                                                                                       \
  X(level_1_hits, "sectors") /* read */                                                                         \
  X(level_1_misses, "sectors")                                                                                  \
  X(level_2_hits, "sectors") /* read or changed by atomic operations */                                         \
  X(level_2_misses, "sectors")                                                                                  \
  X(level_2_written, "sectors")                                                                                 \
  X(level_2_atomic, "sectors")                                                                                  \
  X(memory_written, "sectors")                                                                                  \
  X(dependent_latency, "cycles")      /* of the slowest measured block without competition */                   \
  X(mean_dependent_latency, "cycles") /* over the measured blocks */                                            \
  X(barrier_latency, "cycles")        /* part of it: mean wait of a warp at barriers */

struct gpu_counts {
#define GPU_NUMBER(name, unit) uint64_t name;
  GPU_NUMBERS(GPU_NUMBER)
#undef GPU_NUMBER
  uint64_t warp_instructions[GPU_CLASS_COUNT];
  uint64_t lane_instructions[GPU_CLASS_COUNT];
};

#endif
