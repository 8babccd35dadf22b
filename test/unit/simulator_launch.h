/* FILE: test/unit/simulator_launch.h
 * WHAT: launches of short kernels on the simulator, for tests of its counts and times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "simulator/time_model.h"

enum { BUFFER_BYTES = 16 << 20, TEXT_BYTES = 256 << 10 };

static unsigned char *buffer; /* the only allocation */

static bool find_buffer(void *context, uint64_t address, struct gpu_range *range) {
  const uint64_t start = (uint64_t)(uintptr_t)buffer;
  (void)context;
  *range = (struct gpu_range){start, start + BUFFER_BYTES, false};
  return address >= start && address < start + BUFFER_BYTES;
}
static uint64_t allocate_nothing(void *context, size_t bytes) {
  (void)context, (void)bytes;
  return 0;
}
static void release_nothing(void *context, uint64_t address) { (void)context, (void)address; }

static int set_up(void **state) {
  (void)state;
  buffer = aligned_alloc(4096, BUFFER_BYTES);
  return buffer == NULL;
}
static int tear_down(void **state) {
  (void)state;
  free(buffer);
  return 0;
}

/* A device with round numbers. */
static const struct gpu_device DEVICE = {.multiprocessors = 4,
                                         .threads_per_multiprocessor = 2048,
                                         .clock = 1e6, /* 1 cycle per ns */
                                         .schedulers = 4,
                                         .float32_lanes = 128,
                                         .float64_lanes = 64,
                                         .integer_lanes = 128,
                                         .special_lanes = 16,
                                         .level_1_cache = 64 << 10,
                                         .level_1_is_unified = 1,
                                         .level_2_cache = 1 << 20,
                                         .level_2_bandwidth = 128,
                                         .level_2_port = 64,
                                         .memory_throughput = 32,
                                         .arithmetic_latency = 4,
                                         .float64_latency = 8,
                                         .special_latency = 20,
                                         .shared_latency = 30,
                                         .level_1_latency = 40,
                                         .level_2_latency = 250,
                                         .memory_latency = 600,
                                         .atomic_latency = 300,
                                         .atomic_rate = 16,
                                         .atomic_address_rate = 1,
                                         .kernel_minimum = 1000};

struct setting {
  unsigned blocks, threads, resident, host_threads;
  uint64_t sampled;
  const struct gpu_device *device; /* NULL: none */
  unsigned launches;               /* 0 means 1; the counts are those of the last one */
  size_t copied;                   /* bytes at the start of the buffer, before the launches */
};

/* The kernel has the buffer in %rd1, threadIdx.x in %r1, blockIdx.x in %r2, its number of all threads in %r4, 4 times
 * that as an address of the buffer in %rd2, and shared memory s of 16 KiB. */
static struct gpu_counts execute(const char *body, struct setting setting) {
  static char text[TEXT_BYTES];
  char error[512] = "";
  memset(buffer, 0, BUFFER_BYTES);
  snprintf(text, sizeof text,
           ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
           ".reg .pred %%p<4>;\n.reg .b32 %%r<16>;\n.reg .b64 %%rd<16>;\n.reg .f32 %%f<16>;\n"
           ".shared .align 128 .b8 s[16384];\n.local .align 8 .b8 l[64];\n"
           "ld.param.u64 %%rd1, [p];\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%ctaid.x;\n"
           "mov.u32 %%r3, %%ntid.x;\nmad.lo.s32 %%r4, %%r2, %%r3, %%r1;\nmul.wide.u32 %%rd2, %%r4, 4;\n"
           "add.s64 %%rd2, %%rd1, %%rd2;\nmov.u32 %%r5, s;\n%s\nret;\n}\n",
           body);
  const struct gpu_memory memory = {NULL, find_buffer, allocate_nothing, release_nothing};
  const struct gpu_text module = {text, strlen(text)};
  struct gpu_program *program = gpu_program_load(&module, 1, &memory, error, sizeof error);
  if (!program)
    fail_msg("%s", error);
  const uint64_t parameter = (uint64_t)(uintptr_t)buffer;
  const struct gpu_launch launch = {.kernel = gpu_program_kernel(program, 0),
                                    .grid = {setting.blocks, 1, 1},
                                    .block = {setting.threads, 1, 1},
                                    .parameters = &parameter,
                                    .parameter_bytes = sizeof parameter,
                                    .host_threads = setting.host_threads ? setting.host_threads : 1,
                                    .sampled_blocks = setting.sampled,
                                    .device = setting.device,
                                    .resident_blocks = setting.resident};
  struct gpu_counts counts;
  if (setting.copied)
    gpu_program_copied(program, setting.device, parameter, setting.copied);
  for (unsigned i = 0; i < (setting.launches ? setting.launches : 1); i++)
    if (gpu_execute(program, &launch, &counts, error, sizeof error))
      fail_msg("%s", error);
  gpu_program_unload(program);
  return counts;
}
