/* FILE: test/unit/simulator_program.h
 * WHAT: loads PTX text into the simulator and executes its kernels; all memory of this process is device memory.
 */
#ifndef CLEAVE_TEST_SIMULATOR_PROGRAM_H
#define CLEAVE_TEST_SIMULATOR_PROGRAM_H

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

#define PTX_HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"

static bool memory_find(void *context, uint64_t address, struct gpu_range *range) {
  (void)context;
  *range = (struct gpu_range){4096, 1ull << 47, false};
  return address >= range->start && address < range->end;
}

static uint64_t memory_allocate(void *context, size_t bytes) {
  (void)context;
  const size_t rounded = (bytes + 255) / 256 * 256;
  void *memory = aligned_alloc(256, rounded ? rounded : 256);
  memset(memory, 0, rounded);
  return (uint64_t)(uintptr_t)memory;
}

static void memory_release(void *context, uint64_t address) {
  (void)context;
  free((void *)(uintptr_t)address);
}

static const struct gpu_memory program_memory = {NULL, memory_find, memory_allocate, memory_release};

/* Loads HEADER and TEXT; returns NULL with a line in ERROR. */
static inline struct gpu_program *program_try(const char *text, char *error, size_t size) {
  const size_t bytes = strlen(PTX_HEADER) + strlen(text) + 1;
  char *whole = malloc(bytes);
  snprintf(whole, bytes, "%s%s", PTX_HEADER, text);
  const struct gpu_text module = {whole, strlen(whole)};
  struct gpu_program *program = gpu_program_load(&module, 1, &program_memory, error, size);
  free(whole);
  return program;
}

static inline struct gpu_program *program_load(const char *text) {
  char error[512] = "";
  struct gpu_program *program = program_try(text, error, sizeof error);
  if (!program)
    fail_msg("%s\n%s", error, text);
  return program;
}

/* Executes the first kernel of PROGRAM with pointers as its parameters. */
static inline enum gpu_status program_execute(struct gpu_program *program, unsigned blocks, unsigned threads,
                                              const void *parameters, size_t bytes, char *error,
                                              size_t size) {
  const struct gpu_launch launch = {.kernel = gpu_program_kernel(program, 0),
                                    .grid = {blocks, 1, 1},
                                    .block = {threads, 1, 1},
                                    .parameters = parameters,
                                    .parameter_bytes = bytes,
                                    .host_threads = 1,
                                    .multiprocessors = 4};
  return gpu_execute(program, &launch, NULL, error, size);
}

/* Loads TEXT and executes its first kernel, whose parameters are pointers to OUT and IN. It must succeed. */
static inline void program_run(const char *text, unsigned blocks, unsigned threads, void *out,
                               const void *in) {
  struct gpu_program *program = program_load(text);
  const uint64_t parameters[] = {(uint64_t)(uintptr_t)out, (uint64_t)(uintptr_t)in};
  char error[512] = "";
  const enum gpu_status status =
      program_execute(program, blocks, threads, parameters, sizeof parameters, error, sizeof error);
  gpu_program_unload(program);
  if (status != GPU_DONE)
    fail_msg("%s\n%s", error, text);
}

#endif
