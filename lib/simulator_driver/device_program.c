/* FILE: lib/simulator_driver/device_program.c
 * WHAT: the PTX of a device image, as a program of the simulator.
 *
 * The section .cleave.ptx holds the linked modules: for each an 8-byte little-endian length and the text.
 */
#include "simulator_driver/simulator_driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXTS = 4096, LENGTH_BYTES = 8 };

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

/* During a launch, the launching thread holds the mutex of the driver. The host threads that execute the kernel share the table
 * of allocations, and change it when device code calls malloc or free. */
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;

/* A device accesses its own memory and pinned host memory; with CLEAVE_SIMULATOR_HOST_MEMORY, all of the host's. */
static bool is_accessible(const struct allocation *allocation, const struct device *device) {
  return allocation && (!allocation->device || allocation->device == device);
}

static bool find_range(void *context, uint64_t address, struct gpu_range *range) {
  const struct device *device = context;
  pthread_rwlock_rdlock(&table_lock);
  const struct allocation *live = memory_find(address);
  const struct allocation *found = live ? live : memory_find_freed(address);
  const bool accessible = is_accessible(found, device);
  if (accessible)
    *range = (struct gpu_range){found->address, found->address + found->bytes, !live};
  pthread_rwlock_unlock(&table_lock);
  return accessible || (!found && driver.host_memory && host_memory_find(address, range));
}

static uint64_t allocate_variables(void *context, size_t bytes) {
  pthread_rwlock_wrlock(&table_lock);
  const struct allocation *made = memory_allocate(context, MEMORY_MODULE, bytes);
  const uint64_t address = made ? made->address : 0;
  pthread_rwlock_unlock(&table_lock);
  if (address)
    memset((void *)(uintptr_t)address, 0, bytes);
  return address;
}

static void release_variables(void *context, uint64_t address) {
  (void)context;
  pthread_rwlock_wrlock(&table_lock);
  struct allocation *found = memory_find(address);
  if (found)
    memory_free(found);
  pthread_rwlock_unlock(&table_lock);
}

struct gpu_memory program_memory(struct device *device) {
  return (struct gpu_memory){device, find_range, allocate_variables, release_variables};
}

/* ---- Loading -------------------------------------------------------------------------------------------------------- */

static const struct elf_section *find_section(const struct elf_view *image) {
  for (size_t i = 0; i < image->section_count; i++)
    if (image->sections[i].bytes && !strcmp(image->sections[i].name, ".cleave.ptx"))
      return &image->sections[i];
  return NULL;
}

/* Splits the section into modules. Returns their number; 0 if it is damaged. */
static size_t read_texts(const struct elf_section *section, struct gpu_text *texts) {
  size_t count = 0;
  for (size_t at = 0; at < section->size; count++) {
    uint64_t length = 0;
    if (count == MAX_TEXTS || section->size - at < LENGTH_BYTES)
      return 0;
    for (int i = 0; i < LENGTH_BYTES; i++)
      length |= (uint64_t)section->bytes[at + (size_t)i] << 8 * i;
    at += LENGTH_BYTES;
    if (length > section->size - at)
      return 0;
    texts[count] = (struct gpu_text){(const char *)section->bytes + at, length};
    at += length;
  }
  return count;
}

CUresult program_load_texts(const struct gpu_text *texts, size_t count, unsigned number,
                            const struct gpu_memory *memory, struct gpu_program **program) {
  char error[PATH_LENGTH] = "the PTX of the image is damaged";
  *program = count ? gpu_program_load(texts, count, memory, error, sizeof error) : NULL;
  if (*program)
    return CUDA_SUCCESS;
  fprintf(stderr, "cleave simulator: module %u: %s\n", number, error);
  return CUDA_ERROR_INVALID_PTX;
}

CUresult program_load(const struct elf_view *image, unsigned number, const struct gpu_memory *memory,
                      struct gpu_program **program) {
  const struct elf_section *section = find_section(image);
  *program = NULL;
  if (!section && driver.execution != EXECUTE_REQUIRED)
    return CUDA_SUCCESS;
  if (!section) {
    fputs(
        "cleave simulator: the device image has no PTX: rebuild the program with 'cleave cc --cleave-keep-ptx'\n",
        stderr);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  struct gpu_text *texts = malloc(MAX_TEXTS * sizeof *texts);
  const size_t count = texts ? read_texts(section, texts) : 0;
  const CUresult result = program_load_texts(texts, count, number, memory, program);
  free(texts);
  return result;
}

const struct gpu_kernel *program_kernel(const struct gpu_program *program, const char *name) {
  const struct gpu_kernel *kernel = NULL;
  for (size_t i = 0; program && (kernel = gpu_program_kernel(program, i)); i++)
    if (!strcmp(kernel->name, name))
      return kernel;
  return NULL;
}
