/* FILE: lib/simulator/time_model.h
 * WHAT: the duration of a kernel from its counts and the numbers of a device. docs/design/simulator-model.md has the
 *       formulas and their assumptions.
 *
 * The model shares no formula and no code with lib/geometry and lib/transfermodel. Their choices are judged with its
 * times, and a formula on both sides would confirm itself. Keep it so: the caller passes the resident blocks, and they come from
 * the driver.
 */
#ifndef CLEAVE_SIMULATOR_TIME_MODEL_H
#define CLEAVE_SIMULATOR_TIME_MODEL_H

#include "simulator/counts.h"
#include "simulator/gpu_device.h"

struct gpu_shape {
  uint32_t grid[3], block[3];
  unsigned registers;       /* of a thread */
  unsigned shared_bytes;    /* of a block, static and dynamic */
  unsigned resident_blocks; /* that a multiprocessor holds at a time; 0 means 1 */
};

/* X(member, name): the parts of a duration, each as if the kernel did nothing else. The greatest part bounds it. */
#define GPU_TIME_PARTS(X)                                                                                    \
  X(issue, "issue")     /* warp instructions through the schedulers */                                       \
  X(float32, "float32") /* through the units of one class */                                                 \
  X(float64, "float64")                                                                                      \
  X(integer, "integer")                                                                                      \
  X(special, "special")                                                                                      \
  X(shared, "shared") /* wavefronts of shared memory */                                                      \
  X(level_1, "l1")    /* lines of the first level */                                                         \
  X(level_2, "l2")    /* bytes of the second level */                                                        \
  X(memory, "hbm")    /* bytes of device memory */                                                           \
  X(atomics, "atomics")                                                                                      \
  X(latency, "latency") /* dependent instructions, in waves of resident blocks */

struct gpu_time {
  double duration;                                 /* ns: LAUNCH, the greatest part, and QUEUEING */
  double launch;                                   /* ns: an empty kernel */
#define GPU_TIME_PART(member, name) double member; /* ns */
  GPU_TIME_PARTS(GPU_TIME_PART)
#undef GPU_TIME_PART
  double barriers; /* ns of LATENCY in which a warp waits at barriers */
  double queueing; /* ns that warps wait for units which other warps use, beyond the greatest part */
  double tail;     /* ns of the greatest part that an even distribution over the multiprocessors would save */
  const char *bound;       /* the name of the greatest part, or "launch" */
  double waves;            /* of blocks; the last one may be partial */
  double occupancy;        /* resident warps on a busy multiprocessor, as a part of the most: 0 to 1 */
  double lane_utilization; /* active lanes of an instruction: 0 to 1 */
  double sectors_per_load, sectors_per_store; /* of global memory; 0: there are none */
};

void gpu_time(const struct gpu_counts *counts, const struct gpu_shape *shape, const struct gpu_device *device,
              struct gpu_time *time);

#endif
