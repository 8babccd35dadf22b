/* FILE: lib/simulator/gpu_device.h
 * WHAT: the numbers of a GPU that the cache model, the warp timeline and the time model use.
 */
#ifndef CLEAVE_SIMULATOR_GPU_DEVICE_H
#define CLEAVE_SIMULATOR_GPU_DEVICE_H

/* X(member): numbers of one multiprocessor and cycle, latencies in cycles. */
#define GPU_DEVICE_NUMBERS(X)                                                                                \
  X(multiprocessors)                                                                                         \
  X(threads_per_multiprocessor)                                                                              \
  X(clock)      /* kHz */                                                                                    \
  X(schedulers) /* warp instructions issued per cycle */                                                     \
  X(float32_lanes)                                                                                           \
  X(float64_lanes)                                                                                           \
  X(integer_lanes)                                                                                           \
  X(special_lanes)                                                                                           \
  X(level_1_cache)      /* bytes of one multiprocessor */                                                    \
  X(level_1_is_unified) /* not 0: shared memory is a part of it */                                           \
  X(level_2_cache)      /* bytes */                                                                          \
  X(level_2_bandwidth)  /* bytes per ns */                                                                   \
  X(level_2_port)       /* bytes per cycle between one multiprocessor and the second level */                \
  X(memory_throughput)  /* bytes per ns that a kernel reaches */                                             \
  X(in_order) /* not 0: a warp issues in the order of the PTX; 0: the assembler has reordered it */          \
  X(arithmetic_latency)                                                                                      \
  X(float64_latency)                                                                                         \
  X(special_latency)                                                                                         \
  X(shared_latency)                                                                                          \
  X(level_1_latency)                                                                                         \
  X(level_2_latency)                                                                                         \
  X(memory_latency)                                                                                          \
  X(atomic_latency)                                                                                          \
  X(atomic_rate)         /* operations per cycle of the whole device */                                      \
  X(atomic_address_rate) /* operations per cycle on one address */                                           \
  X(kernel_minimum)      /* ns: an empty kernel */

struct gpu_device {
#define GPU_DEVICE_NUMBER(name) double name;
  GPU_DEVICE_NUMBERS(GPU_DEVICE_NUMBER)
#undef GPU_DEVICE_NUMBER
};

#endif
