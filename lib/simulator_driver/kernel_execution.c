/* FILE: lib/simulator_driver/kernel_execution.c
 * WHAT: executes a kernel at its launch.
 *
 * Each copy and each kernel is performed in the call that submits it. An operation can only wait for operations that were
 * submitted before it, by its stream or by an event, so this order satisfies all of them.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MALLOC_HEAP_LIMIT = 2 }; /* CU_LIMIT_MALLOC_HEAP_SIZE */

/* By gpu_status. */
static const struct {
  const char *name;
  CUresult fault; /* of the context; 0: none */
} statuses[] = {
    [GPU_DONE] = {"done", CUDA_SUCCESS},
    [GPU_ILLEGAL_ADDRESS] = {"illegal address", CUDA_ERROR_ILLEGAL_ADDRESS},
    [GPU_MISALIGNED_ADDRESS] = {"misaligned address", CUDA_ERROR_MISALIGNED_ADDRESS},
    [GPU_ILLEGAL_INSTRUCTION] = {"illegal instruction", CUDA_ERROR_ILLEGAL_INSTRUCTION},
    [GPU_TRAP] = {"trap", CUDA_ERROR_LAUNCH_FAILED},
    [GPU_DEADLOCK] = {"deadlock", CUDA_ERROR_LAUNCH_TIMEOUT},
    [GPU_CHECK_FAILED] = {"check failed", CUDA_SUCCESS},
    [GPU_INVALID_LAUNCH] = {"invalid launch", CUDA_SUCCESS},
};

static void report(void *context, const char *line) {
  (void)context;
  fprintf(stderr, "cleave simulator: %s\n", line);
}

static void keep_site(void *context, const struct gpu_site *site) {
  struct executed *executed = context;
  const size_t count = executed->site_count;
  if (!(count & (count + 1))) {
    struct gpu_site *grown = realloc(executed->sites, (2 * count + 1) * sizeof *grown);
    if (!grown)
      return;
    executed->sites = grown;
  }
  executed->sites[executed->site_count++] = *site;
}

/* Packs the parameters of a list of pointers. Returns new memory; NULL: there is none. */
static unsigned char *pack(const struct gpu_kernel *kernel, void **list) {
  unsigned char *packed = calloc(1, kernel->parameter_bytes + 1);
  for (size_t i = 0; packed && i < kernel->parameter_count; i++)
    memcpy(packed + kernel->parameters[i].offset, list[i], kernel->parameters[i].bytes);
  return packed;
}

struct gpu_device kernel_device(const struct profile *profile) {
  return (struct gpu_device){
#define NUMBER(name) .name = profile->name,
      GPU_DEVICE_NUMBERS(NUMBER)
#undef NUMBER
  };
}

static void set_time(const struct gpu_launch *launch, struct executed *executed) {
  struct gpu_shape shape = {.registers = launch->kernel->registers,
                            .shared_bytes = launch->kernel->shared_bytes + launch->dynamic_shared_bytes,
                            .resident_blocks = launch->resident_blocks};
  memcpy(shape.grid, launch->grid, sizeof shape.grid);
  memcpy(shape.block, launch->block, sizeof shape.block);
  gpu_time(&executed->counts, &shape, launch->device, &executed->time);
}

CUresult kernel_execute(const struct launch *launch, struct executed *executed) {
  const struct CUfunc_st *function = launch->function;
  const struct gpu_kernel *kernel = function->kernel;
  *executed = (struct executed){.status = "not executed"};
  if (!kernel || driver.execution == EXECUTE_NO)
    return CUDA_SUCCESS;
  if (kernel->parameter_bytes && !launch->list && launch->bytes < kernel->parameter_bytes)
    return CUDA_ERROR_INVALID_VALUE;
  unsigned char *packed = launch->list ? pack(kernel, launch->list) : NULL;
  if (launch->list && !packed)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const struct gpu_device device = kernel_device(&driver.profile);
  const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
  struct gpu_launch gpu = {.kernel = kernel,
                           .dynamic_shared_bytes = launch->shared_bytes,
                           .parameters = packed ? packed : launch->buffer,
                           .parameter_bytes = kernel->parameter_bytes,
                           .host_threads = driver.host_threads,
                           .checks = driver.checks,
                           .sampled_blocks = driver.sampled_blocks,
                           .heap_bytes = (uint32_t)function->device->limits[MALLOC_HEAP_LIMIT],
                           .report = report,
                           .site = driver.sites ? keep_site : NULL,
                           .site_context = executed,
                           .multiprocessors = (unsigned)driver.profile.multiprocessors,
                           .device = &device,
                           .resident_blocks =
                               kernel_resident_blocks(function, threads, launch->shared_bytes)};
  memcpy(gpu.grid, launch->grid, sizeof gpu.grid);
  memcpy(gpu.block, launch->block, sizeof gpu.block);
  char error[PATH_LENGTH] = "";
  const enum gpu_status status = gpu_execute(function->program, &gpu, &executed->counts, error, sizeof error);
  free(packed);
  executed->executed = true;
  executed->done = status == GPU_DONE || status == GPU_CHECK_FAILED;
  if (executed->done)
    set_time(&gpu, executed);
  executed->status = statuses[status].name;
  function->device->fault = statuses[status].fault;
  if (*error)
    report(NULL, error);
  return status == GPU_INVALID_LAUNCH ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
