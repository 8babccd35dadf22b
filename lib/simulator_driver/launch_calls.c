/* FILE: lib/simulator_driver/launch_calls.c
 * WHAT: the driver's functions for kernels: attributes, occupancy, launches.
 */
#include "simulator_driver/simulator_driver.h"

#include <inttypes.h>
#include <string.h>

enum { MAXIMUM_BLOCK_Z = 64, MAXIMUM_GRID_X = 2147483647, MAXIMUM_GRID_YZ = 65535, PARAMETERS_SHOWN = 24 };

/* Adds " function=NAME". An unknown function is an error. */
static void note_function(struct call *call, const struct CUfunc_st *function) {
  bool exists = function && function_exists(function);
  call_note(call, "function=%s", exists ? function->name : "?");
  if (!call->result && !exists)
    call->result = CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  struct call call;
  call_open(&call, FUNCTION_cuFuncGetAttribute, NEEDS_CONTEXT);
  call_note(&call, "attribute=%d", attribute);
  note_function(&call, function);
  if (!call.result && !value)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = (int)function->maximum_threads;
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = (int)function->shared_bytes;
      break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = (int)function->local_bytes;
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = (int)function->registers;
      break;
    default:
      call.result = CUDA_ERROR_INVALID_VALUE;
    }
  if (!call.result)
    call_note(&call, "value=%d", *value);
  return call_close(&call);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared_bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuOccupancyMaxActiveBlocksPerMultiprocessor, NEEDS_CONTEXT);
  note_function(&call, function);
  call_note(&call, "threads=%d shared=%zu", threads, shared_bytes);
  if (!call.result && (!blocks || threads <= 0))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *blocks = (int)kernel_resident_blocks(function, (unsigned)threads, shared_bytes);
    call_note(&call, "blocks=%d", *blocks);
  }
  return call_close(&call);
}

/* The parameters of a launch. */
struct parameters {
  size_t bytes;
  uint64_t values[PARAMETERS_SHOWN];
  size_t count; /* of values */
};

void launch_read_extra(void **extra, struct launch *launch) {
  const unsigned char *buffer = NULL;
  size_t size = 0;
  for (size_t i = 0; extra && i < 8 && (uintptr_t)extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
    if ((uintptr_t)extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = extra[i + 1];
    else if ((uintptr_t)extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1])
      size = *(size_t *)extra[i + 1];
  }
  launch->buffer = buffer;
  launch->bytes = buffer ? size : 0;
}

/* The parameters of a buffer; those of a list have no known size. */
static struct parameters parameters_of(const struct launch *launch) {
  struct parameters parameters = {.bytes = launch->bytes};
  parameters.count = parameters.bytes / sizeof(uint64_t);
  if (parameters.count > PARAMETERS_SHOWN)
    parameters.count = PARAMETERS_SHOWN;
  if (launch->buffer)
    memcpy(parameters.values, launch->buffer, parameters.count * sizeof(uint64_t));
  return parameters;
}

static void note_parameters(struct call *call, const struct parameters *parameters) {
  if (!parameters->bytes || !call_is_logged())
    return;
  call_note(call, "parameters=%zu", parameters->bytes);
  for (size_t i = 0; i < parameters->count; i++) {
    uint64_t value = parameters->values[i];
    char name[64];
    memory_name(value, name, sizeof name);
    /* Addresses of the host differ between runs. */
    bool address = strcmp(name, "H") != 0 || (value >> 40 && !(value >> 47));
    if (address)
      call_note(call, "p%zu=%s", i, name);
    else
      call_note(call, "p%zu=%" PRIu64, i, value);
  }
}

CUresult launch_check(const struct launch *launch, const struct device *device) {
  const struct CUfunc_st *function = launch->function;
  const unsigned *grid = launch->grid, *block = launch->block;
  if (function->device != device)
    return CUDA_ERROR_INVALID_HANDLE;
  for (int i = 0; i < 3; i++)
    if (!grid[i] || !block[i])
      return CUDA_ERROR_INVALID_VALUE;
  if (grid[0] > MAXIMUM_GRID_X || grid[1] > MAXIMUM_GRID_YZ || grid[2] > MAXIMUM_GRID_YZ ||
      block[0] > MAXIMUM_BLOCK || block[1] > MAXIMUM_BLOCK || block[2] > MAXIMUM_BLOCK_Z)
    return CUDA_ERROR_INVALID_VALUE;
  unsigned threads = block[0] * block[1] * block[2]; /* at most 2^26 */
  if (threads > MAXIMUM_BLOCK ||
      function->shared_bytes + (double)launch->shared_bytes > driver.profile.shared_memory_per_block)
    return CUDA_ERROR_INVALID_VALUE;
  return threads > function->maximum_threads ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES : CUDA_SUCCESS;
}

CUresult launch_run(struct call *call, const struct launch *launch, struct CUstream_st *stream,
                    double submission) {
  const unsigned *grid = launch->grid, *block = launch->block;
  const struct parameters given = parameters_of(launch);
  const struct kernel_shape shape = {.blocks = (double)grid[0] * grid[1] * grid[2],
                                     .threads = (double)block[0] * block[1] * block[2],
                                     .multiprocessors = driver.profile.multiprocessors,
                                     .parameters = given.values,
                                     .parameter_count = given.count};
  struct executed executed;
  note_parameters(call, &given);
  const CUresult result = kernel_execute(launch, &executed);
  if (result)
    return result;
  call_busy(call, submission);
  const double duration =
      kernel_duration(launch->function->name, &shape, &driver.profile, executed.done ? &executed.time : NULL);
  const struct span span =
      stream_work(stream, &stream->device->compute, call->thread, (nanoseconds)driver.profile.kernel_latency,
                  (nanoseconds)(duration + 0.5));
  call_span(call, span);
  summary_kernel(span);
  record_launch(launch, &executed, span);
  return CUDA_SUCCESS;
}

void launch_note(struct call *call, const struct launch *launch) {
  const unsigned *grid = launch->grid, *block = launch->block;
  note_function(call, launch->function);
  call_note(call, "grid=%u,%u,%u block=%u,%u,%u shared=%u", grid[0], grid[1], grid[2], block[0], block[1],
            block[2], launch->shared_bytes);
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **parameters, void **extra) {
  struct call call;
  call_open(&call, FUNCTION_cuLaunchKernel, NEEDS_DRIVER);
  struct launch launch = {.function = function,
                          .grid = {grid_x, grid_y, grid_z},
                          .block = {block_x, block_y, block_z},
                          .shared_bytes = shared_bytes,
                          .list = parameters};
  launch_note(&call, &launch);
  struct CUstream_st *on = call_stream(&call, stream);
  launch.stream = on;
  if (!call.result && parameters && extra) /* they exclude each other */
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    call.result = launch_check(&launch, on->device);
  if (!call.result) {
    launch_read_extra(extra, &launch);
    call.result = launch_run(&call, &launch, on, driver.profile.kernel_submission);
    driver.totals.launches += !call.result;
  }
  return call_close(&call);
}
