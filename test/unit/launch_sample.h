/* FILE: test/unit/launch_sample.h
 * WHAT: a program with one kernel of each kind, for tests of libcleave's launches.
 */
#ifndef CLEAVE_TEST_LAUNCH_SAMPLE_H
#define CLEAVE_TEST_LAUNCH_SAMPLE_H

#include "elf_builder.h"

#include "runtime/runtime.h"

/* One stream: `a[i]`. */
static const struct cleave_kernel_stream coalesced[] = {{.access = CLEAVE_ACCESS_COALESCED,
                                                         .reads = true,
                                                         .writes = true,
                                                         .loop = -1,
                                                         .element_bytes = 4,
                                                         .sites = 2,
                                                         .line = 5}};
static const struct cleave_kernel_information information = {
    .argument_count = 2, .flops = 1, .streams = coalesced, .stream_count = 1};
static const struct cleave_kernel_information kept = {
    .argument_count = 2, .flops = 1, .keeps_grid = true, .streams = coalesced, .stream_count = 1};

enum { FREE, COMPILED_128, GENERIC, PLAIN, CORRUPT, MANY_REGISTERS, KEPT, KERNELS };
static const struct built_kernel built[KERNELS] = {
    [FREE] = {.name = "__omp_offloading_1_2_free_l1",
              .registers = 32,
              .mode = 2,
              .information = &information},
    [COMPILED_128] = {.name = "__omp_offloading_1_2_compiled_l2",
                      .registers = 32,
                      .mode = 2,
                      .threads = {128, 1, 1},
                      .limits = {0, 128, 0, 0},
                      .information = &information},
    [GENERIC] = {.name = "__omp_offloading_1_2_generic_l3",
                 .registers = 32,
                 .mode = 1,
                 .information = &information},
    [PLAIN] = {.name = "__omp_offloading_1_2_plain_l4", .registers = 32, .mode = 2},
    [CORRUPT] = {.name = "__omp_offloading_1_2_corrupt_l5",
                 .registers = 32,
                 .mode = 2,
                 .information = &information,
                 .cut = 4},
    [MANY_REGISTERS] = {.name = "__omp_offloading_1_2_many_l6",
                        .registers = 255,
                        .mode = 2,
                        .information = &information},
    [KEPT] = {.name = "__omp_offloading_1_2_kept_l7", .registers = 32, .mode = 2, .information = &kept}};

/* A program with the kernels above, and one that its image does not have. */
struct program {
  struct bytes bytes;
  char bytes_of_kernels[KERNELS + 1];
  struct cleave_entry entries[KERNELS + 2];
  struct cleave_device_image image;
  struct cleave_descriptor descriptor;
};

static inline void make_program(struct program *program) {
  program->bytes = build_cubin(&(struct built_cubin){0x33, 7, 0x5a055a, built, KERNELS});
  for (size_t i = 0; i <= KERNELS; i++)
    program->entries[i] = (struct cleave_entry){
        .address = &program->bytes_of_kernels[i],
        .name = (char *)(i < KERNELS ? built[i].name : "__omp_offloading_1_2_missing_l8")};
  program->entries[KERNELS + 1] = (struct cleave_entry){.address = program, .name = "a_variable", .size = 4};
  program->image = (struct cleave_device_image){program->bytes.at, program->bytes.at + program->bytes.size,
                                                program->entries, program->entries + KERNELS + 2};
  program->descriptor =
      (struct cleave_descriptor){1, &program->image, program->entries, program->entries + KERNELS + 2};
}

/* A launch of a loop over N elements without clauses. */
static inline struct cleave_launch_arguments launch_of(uint64_t n) {
  static void *values[2];
  static int64_t types[] = {0x23, 0x320};
  values[0] = values;
  values[1] = (void *)(uintptr_t)n;
  return (struct cleave_launch_arguments){.version = 3,
                                          .argument_count = 2,
                                          .base_pointers = values,
                                          .pointers = values,
                                          .types = types,
                                          .trip_count = n};
}

/* Nobody's profile, and no grid of the environment's. Before the first call of libcleave. */
static inline void clear_environment(void) {
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  unsetenv("CLEAVE_PROFILE");
  unsetenv("CLEAVE_GEOMETRY");
  unsetenv("CLEAVE_VERBOSE");
  unsetenv("OMP_NUM_TEAMS");
  unsetenv("OMP_TEAMS_THREAD_LIMIT");
}

#endif
